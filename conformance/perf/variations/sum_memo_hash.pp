# two numbers in a hash memo; unit: 500000 elem
$r = Integer[1, 500000].reduce({ 'a' => 0, 'b' => 1 }) |$s, $x| { { 'a' => $s['b'], 'b' => ($s['a'] + $s['b']) % 1000003 } }
notice("CHECK ${r['a']}")
