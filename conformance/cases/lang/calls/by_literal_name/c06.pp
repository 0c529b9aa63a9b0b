function f($x) { break() }
notice(call('f', 1))
