# map with index; unit: 2000000 elem
$a = Array(Integer[1, 2000000])
$m = $a.map |$i, $x| { $i * $x % 1009 }
$r = $m.reduce(0) |$acc, $x| { ($acc + $x) % 1000003 }
notice("CHECK ${r}")
