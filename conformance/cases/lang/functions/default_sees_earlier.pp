function f($a, $b = $a * 2, $c = [$a, $b]) { $c }
notice(f(1), f(1, 5), f(1, 2, 3))
