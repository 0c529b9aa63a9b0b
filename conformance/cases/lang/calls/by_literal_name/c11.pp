function g() { call('map', [1,2,3]) |$x| { if $x == 2 { break() } $x } }
notice(g())
