notice(m::set($server_facts, 'x', 1))
