# hot code: keys of hashes in loops
$r = Integer[1, 100].reduce({}) |$m, $i| { $k = "k${$i % 12}" $o = $m[$k] if $o =~ Undef { $m + { $k => [$k] } } else { $m + { $k => $o + [$k] } } }
notice($r['k3'], $r.size)
$s = Integer[1, 100].reduce({}) |$m, $i| { $k = "k${$i % 12}" $n = $m + { $k => 1 } $n + { $k => 2 } }
notice($s)
$t = Integer[1, 100].reduce({}) |$m, $i| { $k = "k${$i % 12}" $m + { $k => "v${i}" } }
notice($t)
$u = Integer[1, 100].reduce({}) |$m, $i| { $k = "key${$i % 12}" if $k in $m { $m + { $k => $m[$k] + $k.length } } else { $m + { $k => 0 } } }
notice($u)
$v = Integer[1, 100].reduce(undef) |$m, $i| { if $m { $m + { "k${$i % 4}" => $i } } else { {} } }
notice($v)
$w = Integer[1, 100].reduce({}) |$m, $i| { if $i == 60 { break() } $m + { "k${$i % 4}" => $i } }
notice($w)
