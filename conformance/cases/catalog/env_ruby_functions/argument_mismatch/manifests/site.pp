notice(m::port(80))
notice(m::port('http'))
