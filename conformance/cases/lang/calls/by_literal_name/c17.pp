notice(call('map', [1]) |String $x| { $x })
