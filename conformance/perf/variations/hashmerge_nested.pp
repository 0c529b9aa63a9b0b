# a hash in a hash; unit: 200000 merge
$h = Integer[1, 200000].reduce({}) |$acc, $i| {
  $k = "k${$i % 50}"
  $old = $acc[$k] ? { undef => {}, default => $acc[$k] }
  $acc + { $k => $old + { "s${$i % 20}" => $i } }
}
notice("CHECK ${h.size} ${h['k7'].size}")
