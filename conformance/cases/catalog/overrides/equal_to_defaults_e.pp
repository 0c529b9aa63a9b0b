# Overrides: equal to defaults e
class c { notify { 'a': message => 'x' } }
class d inherits c { Notify { message => 'q' } Notify['a'] { message => 'q' } }
class e inherits c { Notify { message => 'q' } Notify['a'] { message => 'r' } }
include d, e
