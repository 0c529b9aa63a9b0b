# Overrides: param of class
class p { d { 'a': x => 1 } }
class c inherits p { D['a'] { x => 2, y => 3 } }
define d($x, $y = 0) { notice("$x $y") }
include c
