function g($a, $b) { Integer[$a, $b] }
notice(g('a',1))
