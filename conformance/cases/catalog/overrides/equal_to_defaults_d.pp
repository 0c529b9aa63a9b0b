# Overrides: equal to defaults d
Notify { message => 'y' }
class c { notify { 'a': message => 'x' } }
class d inherits c { Notify['a'] { message => 'z' } }
class e inherits c { Notify['a'] { message => 'y' } }
class f inherits c { Notify['a'] { message => 'w' } }
include d, e
