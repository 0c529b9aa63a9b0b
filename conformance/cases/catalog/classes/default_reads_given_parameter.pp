class c($x = $y, $y = 1) { notice($x) }
class { 'c': y => 5 }
