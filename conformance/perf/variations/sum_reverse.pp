# reverse_each; unit: 2000000 elem
$r = Integer[1, 2000000].reverse_each.reduce(0) |$acc, $x| { ($acc * 31 + $x) % 1000003 }
notice("CHECK ${r}")
