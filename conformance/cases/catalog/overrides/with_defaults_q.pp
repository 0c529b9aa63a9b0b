# Overrides: with defaults q
class c { notify { 'a': message => 'x' } }
class d inherits c { Notify['a'] { tag +> ['n'] } }
Notify { tag => 'dd' }
include d
