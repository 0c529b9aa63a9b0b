# Integer(String) for each; unit: 1000000 elem
$a = Integer[1, 1000].map |$i| { String($i) }
$r = Integer[1, 1000].reduce(0) |$m, $i| { $m + $a.reduce(0) |$acc, $x| { $acc + Integer($x) } }
notice("CHECK ${r}")
