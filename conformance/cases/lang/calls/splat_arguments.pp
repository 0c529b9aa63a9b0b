function f($a, $b, $c = 'c') { "${a}${b}${c}" }
notice(f(*[1, 2]), f(1, *[2, 3]), f(*{ a => 1, b => 2 }), upcase(*'x'))
