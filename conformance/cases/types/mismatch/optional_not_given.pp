class c(Optional[Integer] $a) { notice($a) }
class { 'c': }
