class c($x = 1, $y = $x, $z = $w, $w = 2) { notice($y, $z) }
class { 'c': w => 3 }
