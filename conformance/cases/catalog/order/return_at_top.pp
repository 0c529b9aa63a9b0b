class a { return() notify { 'x': } }
define d { return() notify { 'y': } }
include a
d { 'x': }
notify { 'z': }
return()
notify { 'zz': }
