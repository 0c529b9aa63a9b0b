# built-in functions of numbers: abs, max, min; unit: 1000000 elem
$r = Integer[1, 1000000].reduce(0) |$acc, $x| { ($acc + max($x % 10, 5) + min($x, 7) + abs(3 - $x % 5)) % 1000003 }
notice("CHECK ${r}")
