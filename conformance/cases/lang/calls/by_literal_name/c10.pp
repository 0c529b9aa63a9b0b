function g() { call('each', [1,2]) |$x| { return($x) } 7 }
notice(g())
