# variables of the top scope, of classes and of what they inherit, read again and again
$r = Integer[1, 20000].reduce(0) |Integer $acc, Integer $x| { ($acc + $x * 3 + $x % 7) % 1000003 }
notice($r)
$k = 3
$m = 1000003
$q = Integer[1, 20000].reduce(0) |$acc, $x| { ($acc + $x * $::k) % $::m }
notice($q)
class a { $v = 5 ; [1,2,3].each |$x| { notice($a::v + $x) } }
class b inherits a { notice($b::v) ; $v = 6 ; notice($b::v, $a::v) }
include b
notice($b::v, $facts['x'], $trusted['certname'])
function f($x) { [1].each |$i| { if $facts['os'] == undef { notice("none $x") } } }
Integer[1,3].each |$i| { f($i) }
Integer[1, 3].each |Integer[1,2] $x| { notice($x) }
