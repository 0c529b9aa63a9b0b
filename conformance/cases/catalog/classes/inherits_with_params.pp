# Classes: inherits with params
class p($x = 1) { notice("p $x") }
class c($y = $p::x) inherits p { notice("c $x $y $p::x") }
class { 'c': y => 4 }
