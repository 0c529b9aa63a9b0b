# Overrides: equal to defaults c
class c { Notify { message => 'x' } notify { 'a': message => 'x' } }
class d inherits c { Notify['a'] { message => 'y' } }
class e inherits c { Notify['a'] { message => 'z' } }
include d, e
