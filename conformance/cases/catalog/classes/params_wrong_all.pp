# Classes: params wrong all
class c(Integer $i, String $s, Array[Integer] $a, Enum['x','y'] $e) { }
class { 'c': i => 'a', s => 1, a => ['x'], e => 'z' }
