# Overrides: over defaults r
class c { Notify { message => 'z' } notify { 'a': } }
class b inherits c { Notify['a'] { message => 'z' } }
class e inherits c { Notify['a'] { message => 'v' } }
include b, e
