# a sieve by hash of composites; unit: 200000 elem
$h = Integer[2, 447].reduce({}) |$m, $i| {
  if $m[$i] { $m } else { Integer[$i, 200000 / $i].reduce($m) |$n, $j| { $n + { $i * $j => true } } }
}
$p = Integer[2, 200000].filter |$i| { !$h[$i] }
notice("CHECK ${p.size}")
