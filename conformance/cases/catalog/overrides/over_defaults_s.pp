# Overrides: over defaults s
class c { Notify { message => 'z' } notify { 'a': message => 'q' } }
class b inherits c { Notify['a'] { message => 'z' } }
class e inherits c { Notify['a'] { message => 'v' } }
include b, e
