# Overrides: equal to defaults f
class p { Notify { message => 'x' } }
class c inherits p { notify { 'a': } Notify['a'] { message => 'y' } }
include c
