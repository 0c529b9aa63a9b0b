notice([1,2].map |$y| { call('with', 5) |$z| { if $y == 1 { next(7) } $z } })
