function f($x) { ({ 'a' => 1 } + 5)['a'] }
notice(f(1))
