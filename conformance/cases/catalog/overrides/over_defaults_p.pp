# Overrides: over defaults p
class c { Notify { message => 'w' } notify { 'a': message => 'z' } }
class b inherits c { Notify['a'] { message => 'w' } }
class e inherits c { Notify['a'] { message => 'v' } }
include b, e
