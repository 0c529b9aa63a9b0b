notice(call('map', {a=>1}) |$y, $z| { [$z, $y] }, call('map', {a=>1}) |$y| { $y })
