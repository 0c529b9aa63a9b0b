# Integer start, Float elements; unit: 2000000 elem
$r = Integer[1, 2000000].reduce(0) |$acc, $x| { $acc + $x * 0.5 }
notice("CHECK ${$r > 0.0}")
