function g($a, $b) { Integer[$a, $b] }
notice(g(1.0,2))
