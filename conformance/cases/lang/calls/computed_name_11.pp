$f = 'fail'
[1].each |$i| { call($f, "x${i}") }
