# hot code: memos that are seen twice
$two = Integer[1, 100].reduce([{}, {}]) |$m, $i| { [$m[0] + { "a${$i % 11}" => $i }, $m[1] + { "a${$i % 5}" => $m[0].size }] }
notice($two)
$old = Integer[1, 100].reduce({}) |$m, $i| { $n = $m + { "a${$i % 11}" => $i }
  if $m["a${$i % 11}"] == undef { $n } else { $n + { 'again' => $m["a${$i % 11}"] } } }
notice($old)
$list = Integer[1, 40].map |$i| { $i }.reduce([{}, []]) |$m, $i| { $n = $m[0] + { $i % 10 => $i } [$n, $m[1] << $n] }
notice($list[1][3], $list[1][12], $list[1][39])
