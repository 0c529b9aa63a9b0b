$v = [3,1,2]
notice(call('sort', $v) |$a, $b| { $b <=> $a })
