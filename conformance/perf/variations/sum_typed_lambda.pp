# typed lambda parameters; unit: 2000000 elem
$r = Integer[1, 2000000].reduce(0) |Integer $acc, Integer $x| { ($acc + $x * 3 + $x % 7) % 1000003 }
notice("CHECK ${r}")
