class a { notify { 'x': message => 'a' } }
class b inherits a { Notify['x'] { message => 'b' } }
class c inherits b { Notify['x'] { message => 'c' } }
include c
