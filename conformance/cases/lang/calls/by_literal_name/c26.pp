$r = [1,2].each |$x| { call('map', [3]) |$y| { $y + 'a' } }
