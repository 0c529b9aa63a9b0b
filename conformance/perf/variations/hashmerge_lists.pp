# lists in a hash (group by hand); unit: 200000 merge
$h = Integer[1, 200000].reduce({}) |$acc, $i| {
  $k = "k${$i % 50}"
  if $k in $acc { $acc + { $k => $acc[$k] << $i } } else { $acc + { $k => [$i] } }
}
notice("CHECK ${h.size} ${h['k7'].size}")
