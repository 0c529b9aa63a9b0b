# hot code: memos that are kept, by what came before them
$start = { 'k0' => 0, 'k1' => 1 }
$r = Integer[1, 200].reduce($start) |$m, $i| { $m + { "k${$i % 12}" => $i } }
notice($start, $r)
$s = Integer[1, 200].reduce($r) |$m, $i| { $m + { "k${$i % 20}" => -$i } }
notice($r, $s)
$kept = Integer[1, 30].map |$j| { Integer[1, 60].reduce($s) |$m, $i| { $m + { "k${$i % 7}" => $i * $j } } }
notice($kept[0], $kept[29], $s['k3'])
