# Overrides: over defaults q
class c { Notify { message => 'z' } notify { 'a': } }
class b inherits c { Notify['a'] { message => 'w' } }
class e inherits c { Notify['a'] { message => 'v' } }
include b, e
