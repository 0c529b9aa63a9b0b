$r = Integer[1, 30000].reduce({}) |$m, $i| {
  $k = "k${$i * 7919 % 40}"
  if $i % 3 == 0 { $m - $k } elsif $i % 7 == 0 { $m - ["k${$i % 40}", 'k3'] } else { $m + { $k => $i, "j${$i % 5}" => $m[$k] } }
}
notice($r)
$s = Integer[1, 3000].reduce([{}, []]) |$m, $i| {
  $k = "k${$i * 7919 % 13}"
  $n = if $i % 3 == 0 { $m[0] - $k } else { $m[0] + { $k => $i } }
  [$n, if $i % 500 == 0 { $m[1] + [$m[0]] } else { $m[1] }]
}
notice($s)
$t = Integer[1, 3000].reduce({}) |$m, $i| {
  $k = "k${$i * 7919 % 13}"
  $n = $m - $k
  if $i % 100 == 0 { $m } else { $n + { $k => $n.length } }
}
notice($t)
$u = Integer[1, 300].reduce(5000) |$m, $i| { $m - 3 }
notice($u)
$v = Integer[1, 300].reduce([1,2,3]) |$m, $i| { $m - 3 + [$i, 3] }
notice($v)
