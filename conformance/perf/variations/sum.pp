# the workload; unit: 2000000 elem
$n = 2000000
$r = Integer[1, $n].reduce(0) |$acc, $x| { ($acc + $x * 3 + $x % 7) % 1000003 }
notice("CHECK ${r}")
