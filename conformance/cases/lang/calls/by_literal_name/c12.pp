notice(call('map', [1,2,3]) |$x| { if $x == 2 { next(9) } $x })
