# 50,000 keys; unit: 300000 merge
$h = Integer[1, 300000].reduce({}) |$acc, $i| {
  $k = "k${$i * 7919 % 50000}"
  $old = $acc[$k]
  if $old { $acc + { $k => $old + $i } } else { $acc + { $k => $i } }
}
notice("CHECK ${h.size}")
