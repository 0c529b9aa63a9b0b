# arrays of Floats; unit: 600000 elem
$a = Integer[1, 600000].map |$i| { $i * 0.5 }
$b = $a.filter |$x| { $x > 1000.0 }
$c = $b.map |$x| { [$x, $x * 2.0] }
$d = $c.map |$p| { $p[0] + $p[1] }
$e = $d.reduce(0.0) |$m, $x| { if $x > $m { $x } else { $m } }
notice("CHECK ${b.size} ${e}")
