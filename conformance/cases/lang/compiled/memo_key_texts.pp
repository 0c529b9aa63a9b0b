# hot code: many
$r = Integer[1, 3000].reduce({}) |$m, $i| { $k = "k${$i % 12}" $m + { $k => "${k}-${i}" } }
notice($r['k3'], $r.size)
$lost = Integer[1, 300].reduce({}) |$m, $i| { $k = "k${$i % 12}" notice_all($k) $m + { $k => 1 } }
function notice_all($x) { $x.upcase }
notice($lost)
