# String results; unit: 300000 call
function f(String[1] $a, Optional[Integer] $b = undef) >> String { if $b { "${a}-${b}" } else { $a } }
function g(String $x) >> String[1] { f($x, 3) }
$r = Integer[1, 150000].reduce(0) |$m, $i| { $m + g('abc').length }
notice("CHECK ${r}")
