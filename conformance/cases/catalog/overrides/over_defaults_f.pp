# Overrides: over defaults f
class c { notify { 'a': message => 'z' } }
class d inherits c { Notify { message => 'x' } Notify['a'] { message => 'x' } }
include d
