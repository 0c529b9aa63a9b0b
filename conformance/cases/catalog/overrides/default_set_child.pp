# Overrides: default set child
class p { Notify { message => 'd' } notify { 'a': } }
class c inherits p { Notify['a'] { message => 'm' } }
include c
