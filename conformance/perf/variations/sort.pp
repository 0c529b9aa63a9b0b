# the workload; unit: 60000 elem
$n = 60000
$a = Integer[1, $n].map |$i| { $i * 7919 % 1000003 }
$b = $a.sort |$x, $y| { compare($y, $x) }
$recs = $a.map |$x| { { 'k' => $x % 97, 'v' => $x } }
$c = $recs.sort |$x, $y| {
  $q = compare($x['k'], $y['k'])
  if $q == 0 { compare($x['v'], $y['v']) } else { $q }
}
$s = $a.map |$x| { "n${x}" }.sort
$r1 = $b.reduce(0) |$acc, $x| { ($acc * 31 + $x) % 1000003 }
$r2 = $c.reduce(0) |$acc, $x| { ($acc * 31 + $x['v']) % 1000003 }
notice("CHECK ${r1} ${r2} ${s[0]} ${s[-1]}")
