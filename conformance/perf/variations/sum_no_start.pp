# reduce without a start value; unit: 2000000 elem
$r = Integer[1, 2000000].reduce |$acc, $x| { ($acc + $x * 3 + $x % 7) % 1000003 }
notice("CHECK ${r}")
