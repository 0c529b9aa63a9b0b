# Overrides: equal to defaults b
class c { Notify { message => 'x' } notify { 'a': message => 'x' } Notify['a'] { message => 'y' } }
include c
