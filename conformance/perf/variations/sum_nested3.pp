# three ranges nested; unit: 2000000 elem
$r = Integer[1, 100].reduce(0) |$a, $i| { $a + Integer[1, 100].reduce(0) |$b, $j| { $b + Integer[1, 200].reduce(0) |$c, $k| { ($c + $i * $j + $k) % 1009 } } }
notice("CHECK ${r}")
