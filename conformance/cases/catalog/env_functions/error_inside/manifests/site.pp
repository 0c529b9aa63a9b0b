notice(m::f(1))
notice(m::f('x'))
