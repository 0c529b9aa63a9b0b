# factorial, 20 deep; unit: 4000000 call
function fact(Integer $n) >> Integer { if $n <= 1 { 1 } else { $n * fact($n - 1) } }
$r = Integer[1, 200000].reduce(0) |$a, $i| { ($a + fact(10 + $i % 11)) % 1000003 }
notice("CHECK ${r}")
