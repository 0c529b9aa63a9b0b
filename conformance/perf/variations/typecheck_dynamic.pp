# a type with a variable; unit: 300000 value
$hi = 10
$r = Integer[0, 299999].reduce(0) |$m, $i| { if ($i % 20) =~ Integer[0, $hi] { $m + 1 } else { $m } }
notice("CHECK ${r}")
