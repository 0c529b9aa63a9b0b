function f($x) { next(3) }
notice([1,2].map |$i| { call('f', 1) })
