# the workload; unit: 150000 elem
$n = 150000
$parts = Integer[1, $n].map |$i| {
  $v = $i * 3 % 17
  "item-${i}: value=${v}, name=host${i}.example.com"
}
$s = join($parts, "\n")
$u = $parts.map |$p| { $p.upcase[0, 6] }
$t = $u.filter |$x| { $x == 'ITEM-1' }
$sum = $parts.reduce(0) |$acc, $p| { $acc + $p.length }
notice("CHECK ${s.length} ${t.size} ${sum}")
