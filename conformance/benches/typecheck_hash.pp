# 1,000 entries, 5 leaves each (key, a, three strings), against a nested type: 200 times.
$n = 200
$h = Integer[1, 1000].reduce({}) |$memo, $i| {
  $memo + { "key${i}" => { 'a' => $i, 'b' => ['x', 'y', 'x'] } }
}
$r = Integer[1, $n].reduce(0) |$memo, $i| {
  if $h =~ Hash[String, Struct[{ a => Integer, b => Array[Enum[x, y]] }]] { $memo + 1 } else { $memo }
}
notice("CHECK ${r}")
