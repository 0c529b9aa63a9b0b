# step(3); unit: 2000000 elem
$r = Integer[1, 6000000].step(3).reduce(0) |$acc, $x| { ($acc + $x) % 1000003 }
notice("CHECK ${r}")
