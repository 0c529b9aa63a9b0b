# Floats; unit: 2000000 elem
$r = Integer[1, 2000000].reduce(0.0) |$acc, $x| { $acc + $x * 0.5 + $x / 3.0 }
notice("CHECK ${$r > 0.0}")
