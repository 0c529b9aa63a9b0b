notice('ell' in 'Hello', /L+/ in 'hello', 'a' in { 'A' => 1 }, 'k' in { k => undef }, 1 in '123', undef in 'x', '' in 'x', 'x' in 5)
