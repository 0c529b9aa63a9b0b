# arrays of Strings; unit: 300000 elem
$a = Integer[1, 300000].map |$i| { "s${i}" }
$b = $a.filter |$x| { $x.length > 6 }
$c = $b.map |$x| { [$x, 1] }
$d = $c.map |$p| { $p[0] }
notice("CHECK ${d.size} ${d[7]}")
