# map over a hash with key and value; unit: 1000000 elem
$h = Hash(Integer[1, 1000].map |$i| { ["k${i}", $i] })
$r = Integer[1, 1000].reduce(0) |$m, $i| {
  $v = $h.map |$k, $x| { $x + $i }
  $m + $v[999]
}
notice("CHECK ${r}")
