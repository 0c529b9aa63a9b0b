# hot code: keys of every kind, in few entries
$r = Integer[1, 50].reduce({}) |$m, $i| { $m + { $i % 3 => $i } }
notice($r)
$s = Integer[1, 50].reduce({}) |$m, $i| { $m + { [$i % 3, 'x'] => $i, } }
notice($s)
$t = Integer[1, 50].reduce({}) |$m, $i| { $m + { ($i % 3 * 1.0) => $m.size } }
notice($t)
$u = Integer[1, 50].reduce({ 'zero' => 0 }) |$m, $i| { $m + { String[$i % 3, 5] => "${m}".length } }
notice($u)
$v = Integer[1, 50].reduce({}) |$m, $i| { $x = { "k${$i % 3}" => $i } ($m + { 'a' => $x }) + { "b${$i % 2}" => $m['a'] } }
notice($v)
