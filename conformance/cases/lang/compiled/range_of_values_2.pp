function g($a, $b) { Integer[$a, $b] }
notice(g(1,2))
notice(g(3,1))
