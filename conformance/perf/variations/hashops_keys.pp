# keys, values, has key, delete; unit: 100000 rec
$r = Integer[1, 100000].reduce(0) |$m, $i| {
  $h = { 'a' => $i, 'b' => 2, "k${$i % 10}" => 3 }
  $d = $h - 'b'
  $n = if 'k3' in $h { 1 } else { 0 }
  ($m + $h.keys.size + $h.values[0] + $d.size + $n) % 1000003
}
notice("CHECK ${r}")
