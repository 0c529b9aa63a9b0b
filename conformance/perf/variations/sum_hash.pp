# over the entries of a hash; unit: 2000000 elem
$h = Hash(Integer[1, 1000].map |$i| { ["k${i}", $i] })
$r = Integer[1, 2000].reduce(0) |$m, $i| { $m + $h.reduce(0) |$acc, $kv| { ($acc + $kv[1]) % 1000003 } }
notice("CHECK ${r}")
