$f = 'break'
[1].each |$i| { call($f, 1) }
