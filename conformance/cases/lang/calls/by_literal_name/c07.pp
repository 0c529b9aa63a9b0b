function f($x) { break() }
notice([1,2].map |$i| { call('f', 1) })
