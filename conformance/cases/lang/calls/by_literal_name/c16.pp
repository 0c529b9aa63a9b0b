notice(call('map', [1]) |$x, $y, $z| { $x })
