# matrix product, arrays of arrays; unit: 1000000 step
$n = 100
$a = Integer[0, $n - 1].map |$i| { Integer[0, $n - 1].map |$j| { ($i * $j) % 10 } }
$c = Integer[0, $n - 1].map |$i| { Integer[0, $n - 1].map |$j| { Integer[0, $n - 1].reduce(0) |$s, $k| { $s + $a[$i][$k] * $a[$k][$j] } } }
notice("CHECK ${c[7][9]}")
