notice(call('sort', [3,1]) |$a, $b| { compare($b, $a) })
