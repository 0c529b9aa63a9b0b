$h = { 'a' => { 'b' => [] } }
notice(m::set($h['a'], 'c', 1))
notice($h)
notice(m::push($h['a']['b'], 5))
notice($h)
