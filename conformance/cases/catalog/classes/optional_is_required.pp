class c(Optional[String] $x, $y = undef) { notice($x) }
class { 'c': }
