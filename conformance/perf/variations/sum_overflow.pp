# near the end of Integer; unit: 2000000 elem
$big = 9223372036854775807
$r = Integer[1, 2000000].reduce(0) |$acc, $x| { ($big - $x - $acc) % 1000003 }
notice("CHECK ${r}")
