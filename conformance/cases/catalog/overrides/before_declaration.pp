class c { Notify['x'] { message => 2 } }
include c
notify { 'x': }
