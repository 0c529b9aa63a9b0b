notice(m::pair([1, 2]))
notice(m::lies(1))
