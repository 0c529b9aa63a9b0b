function f($x) { return(5) }
notice(call('f', 1))
