# hash to hash; unit: 400000 entry
$h = Hash(Integer[1, 1000].map |$i| { ["k${i}", $i] })
$r = Integer[1, 400].reduce(0) |$m, $i| {
  $g = Hash($h.map |$k, $v| { [$k, $v + $i] })
  $m + $g['k5']
}
notice("CHECK ${r}")
