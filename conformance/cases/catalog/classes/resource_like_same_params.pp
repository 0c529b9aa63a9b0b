# Classes: resource like same params
class c($a = 1, $b = $a) { notice("$a $b") }
class { 'c': b => 3 }
include c
