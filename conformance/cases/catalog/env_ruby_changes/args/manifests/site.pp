$a = ['x']
notice(m::push($a))
notice($a)
