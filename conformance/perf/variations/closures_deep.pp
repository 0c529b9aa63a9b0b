# five lambdas deep; unit: 500000 iter
$r = Integer[1, 10].map |$a| { Integer[1, 10].map |$b| { Integer[1, 10].map |$c| { Integer[1, 10].map |$d| { Integer[1, 50].reduce(0) |$m, $e| { $m + $a * $b + $c * $d + $e } } } } }
notice("CHECK ${r[3][4][5][6]}")
