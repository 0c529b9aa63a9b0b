# filter of a hash, each with side count; unit: 400000 entry
$h = Hash(Integer[1, 1000].map |$i| { ["k${i}", $i] })
$r = Integer[1, 400].reduce(0) |$m, $i| {
  $g = $h.filter |$k, $v| { $v % 2 == 0 and $k != 'k4' }
  $m + $g.size
}
notice("CHECK ${r}")
