# The type of 1,000 entries, 5 leaves each (key, a, three strings): 100 times in detail, 100 times reduced.
$n = 100
$h = Integer[1, 1000].reduce({}) |$memo, $i| {
  $memo + { "key${i}" => { 'a' => $i, 'b' => ['x', 'y', 'x'] } }
}
$r = Integer[1, $n].reduce(0) |$memo, $i| {
  $t = type($h)
  $u = type($h, 'reduced')
  if $t =~ Type and $u =~ Type { $memo + 1 } else { $memo }
}
notice("CHECK ${r}")
