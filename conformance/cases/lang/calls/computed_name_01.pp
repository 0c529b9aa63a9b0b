$f = 5
[1].each |$x| { call($f, $x) }
