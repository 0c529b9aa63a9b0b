notice(call('slice', [1,2,3], 2) |$y, $z| { [$z, $y] })
notice(call('step', [1,2,3], 2))
notice(call('reverse_each', [1,2,3]).map |$x| { $x })
