function f($x) { $x + 'a' }
call('f', 1)
