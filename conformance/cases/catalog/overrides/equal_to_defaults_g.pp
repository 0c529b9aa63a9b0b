# Overrides: equal to defaults g
class p { Notify { message => 'x' } include c }
class c { notify { 'a': message => 'x' } Notify['a'] { message => 'y' } }
include p
