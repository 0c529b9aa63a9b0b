# Overrides: sensitive append
class p { notify { 'b': message => Sensitive('s') } }
class c inherits p { Notify['b'] { message +> 'plain' } }
include c
