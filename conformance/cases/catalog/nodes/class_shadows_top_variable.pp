$x = 1
class c { notice($x) $x = 2 notice($x, $::x) }
include c
