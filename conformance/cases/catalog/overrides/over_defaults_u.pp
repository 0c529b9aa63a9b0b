# Overrides: over defaults u
Notify { message => 'x' }
class c { notify { 'a': message => 'x' } }
class d inherits c { Notify['a'] { message => 'n' } }
include d
