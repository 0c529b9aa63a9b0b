# lookups of constants in a table; unit: 1000000 lookup
$t = { 'a' => { 'x' => 1 }, 'b' => { 'x' => 2 }, 'c' => { 'x' => 3 } }
$ks = ['a', 'b', 'c']
$r = Integer[1, 1000000].reduce(0) |$m, $i| { $m + $t[$ks[$i % 3]]['x'] + $t.dig('b', 'x') }
notice("CHECK ${r}")
