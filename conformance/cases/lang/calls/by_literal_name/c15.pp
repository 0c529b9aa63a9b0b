notice(call('map', 5.5) |$x| { $x })
