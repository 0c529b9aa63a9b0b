class a { notify { 'x': message => 1 } }
class b inherits a { Notify['x'] { message +> 2 } }
class c inherits a { Notify['x'] { message +> 2 } }
include b
include c
