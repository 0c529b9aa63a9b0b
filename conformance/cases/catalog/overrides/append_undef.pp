# Overrides: append undef
class p { notify { 'a': message => 'x' } }
class c inherits p { Notify['a'] { message +> undef } }
include c
