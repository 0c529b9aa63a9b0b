# Integer keys; unit: 600000 merge
$h = Integer[1, 600000].reduce({}) |$acc, $i| {
  $k = $i % 500
  $old = $acc[$k]
  if $old { $acc + { $k => $old + $i } } else { $acc + { $k => $i } }
}
notice("CHECK ${h.size} ${h[7]}")
