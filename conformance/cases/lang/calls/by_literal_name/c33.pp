$x = 'abc' =~ /b(.)/
notice(call('map', [1]) |$i| { $1 })
