class c { notify { 'x': message => 1 } }
define d { Notify['x'] { message => 2 } }
include c
d { 'q': }
