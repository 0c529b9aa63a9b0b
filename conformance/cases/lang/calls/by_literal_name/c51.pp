function h() { [1,2].each |$y| { call('with', 5) |$z| { return($y) } } }
notice(h())
