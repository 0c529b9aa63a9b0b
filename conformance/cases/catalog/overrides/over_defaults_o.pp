# Overrides: over defaults o
class c { notify { 'a': message => 'z' } }
class b inherits c { Notify['a'] { message => 'y' } }
class d inherits b { Notify { message => 'y' } Notify['a'] { message => 'w' } }
class e inherits c { Notify { message => 'w' } Notify['a'] { message => 'v' } }
include d, e
