# Overrides: over defaults d
Notify { message => 'x' }
class c { notify { 'a': message => 'z' } }
class d inherits c { Notify['a'] { message => 'x' } }
include d
