function f($x) { { 'a' => $x + 1, 'b' => 1 }['b'] }
notice(f(1)); notice(f('q'))
