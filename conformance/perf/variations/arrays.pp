# the workload; unit: 600000 elem
$n = 600000
$a = Integer[1, $n].map |$i| { $i * 7919 % 100003 }
$b = $a.filter |$x| { $x % 3 == 0 }
$c = $b.map |$x| { [$x, $x * 2] }
$d = $c.map |$p| { $p[0] + $p[1] }
$e = $d.reduce(0) |$acc, $x| { ($acc * 31 + $x) % 1000003 }
$mx = $d.reduce |$m, $x| { if $x > $m { $x } else { $m } }
notice("CHECK ${b.size} ${e} ${mx}")
