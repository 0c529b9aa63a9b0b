function f($x) { break() }
notice([1,2].map |$i| { f(1) })
