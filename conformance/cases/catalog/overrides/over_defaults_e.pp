# Overrides: over defaults e
class c { Notify { message => 'x' } notify { 'a': message => 'z' } }
class d inherits c { Notify['a'] { message => 'x' } }
include d
