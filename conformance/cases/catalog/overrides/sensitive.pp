# Overrides: sensitive
class p { notify { 'a': message => 'x' } notify { 'b': message => Sensitive('s') } }
class c inherits p { Notify['a'] { message => Sensitive('y') } Notify['b'] { message => 'plain' } }
include c
