class c($y = $x, $x) { notice($y) }
class { 'c': x => undef }
