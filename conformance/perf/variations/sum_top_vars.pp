# top-scope variables read with $::; unit: 2000000 elem
$k = 3
$m = 1000003
$r = Integer[1, 2000000].reduce(0) |$acc, $x| { ($acc + $x * $::k) % $::m }
notice("CHECK ${r}")
