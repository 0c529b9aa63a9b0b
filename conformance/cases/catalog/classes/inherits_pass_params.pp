# Classes: inherits pass params
class p($x = 1) { notice("p $x") }
class c($y = 2) inherits p { notice("c $x $y") }
class { 'c': x => 4 }
