# Overrides: with defaults r
class c { Notify { tag => 'dd' } notify { 'a': message => 'x' } }
class d inherits c { Notify['a'] { tag +> ['n'] } }
include d
