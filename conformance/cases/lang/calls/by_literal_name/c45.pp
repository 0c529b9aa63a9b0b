function f($x) { $y = 4; call('getvar', 'y') }
notice(f(1))
