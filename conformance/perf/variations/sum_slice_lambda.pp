# slice(4) with a lambda in map; unit: 1000000 elem
$a = Array(Integer[1, 1000000])
$s = $a.slice(4).map |$p| { $p[0] + $p[3] }
$r = $s.reduce(0) |$acc, $x| { ($acc + $x) % 1000003 }
notice("CHECK ${r}")
