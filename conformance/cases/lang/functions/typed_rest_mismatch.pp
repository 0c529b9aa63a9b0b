function f(String $s, Integer *$n) { $n }
notice(f('a', 1, 2))
f('a', 1, 'b')
