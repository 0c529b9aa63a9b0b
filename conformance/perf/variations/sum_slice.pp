# slice(2); unit: 1000000 elem
$r = Array(Integer[1, 1000000]).slice(2).reduce(0) |$acc, $p| { ($acc + $p[0] * $p[1]) % 1000003 }
notice("CHECK ${r}")
