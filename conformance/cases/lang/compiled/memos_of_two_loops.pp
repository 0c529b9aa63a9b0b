# hot code: memos of two loops
$r = Integer[1, 30].reduce({}) |$m, $i| { Integer[1, 20].reduce($m) |$n, $j| { $n + { "x${$i * $j % 23}" => $i * $j } } }
notice($r)
$q = Integer[1, 30].reduce({}) |$m, $i| { $inner = Integer[1, 20].reduce({}) |$n, $j| { $n + { "x${$i * $j % 9}" => $m.size } }
  $m + { "y${$i % 13}" => $inner } }
notice($q['y3'], $q.size)
$p = Integer[1, 30].reduce({ 'a' => 1 }) |$m, $i| { $inner = Integer[1, 20].reduce($m) |$n, $j| { $n + { "x${j}" => $i } }
  if $i % 2 == 0 { $m } else { $inner + { "z${i}" => $m['a'] } } }
notice($p)
