notice(m::opt('a'), m::opt('a', 5), m::rep(1), m::rep(1, 2, 3), m::req('x', 'y'))
notice(m::opt())
