# Overrides: append to hash
class p { notify { 'a': message => { a => 1 } } }
class c inherits p { Notify['a'] { message +> { b => 2 } } }
include c
