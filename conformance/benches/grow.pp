# Values that grow: arrays and hashes by one element each time, keys replaced, older versions read.
$n = 300000
$a = Integer[1, $n].reduce([]) |$memo, $i| { $memo << $i }
$b = Integer[1, $n].reduce([]) |$memo, $i| { $memo + [$i, "${i}"] }
$h = Integer[1, $n].reduce({}) |$memo, $i| { $memo + { $i => $i } }
$m = Integer[1, $n].reduce({}) |$memo, $i| { $memo + { "k${$i % 1000}" => $i } }
$o = Integer[1, $n].reduce([{ 'a' => 1 }, 0]) |$memo, $i| {
  $next = $memo[0] + { "k${$i % 100}" => $i }
  [$next, $memo[1] + $memo[0].size]
}
notice("CHECK ${a.size} ${b.size} ${h.size} ${m['k7']} ${o[1]}")
