function f($a, $b) { $x = $a / $b; $y = $x - $x; [$x, $y, $y * 2.0] }
Integer[1, 200].each |$i| { f(1.0, 2.0) }
notice(f(0.0, 0.0))
notice(f(1.0, 3.0))
notice(f(1.0, 0.0))
