$f = 'nope'
[1].each |$x| { call($f, $x) }
