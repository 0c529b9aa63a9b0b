# Overrides: equal to defaults a
Notify { message => 'x' }
class c { notify { 'a': message => 'x' } Notify['a'] { message => 'y' } }
include c
