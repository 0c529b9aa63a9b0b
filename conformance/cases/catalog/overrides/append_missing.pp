# Overrides: append missing
class p { notify { 'a': } }
class c inherits p { Notify['a'] { message +> 'x' } }
include c
