notice(top(1))
notice(m::misnamed())
