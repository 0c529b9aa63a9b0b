# Classes: inherit three
class a { $v = 'a' notify { 'a': message => 'a' } }
class b inherits a { $w = "b$v" Notify['a'] { message => 'b' } }
class c inherits b { notice("$v $w") Notify['a'] { message => 'c' } }
include c
