include m
notice(m::f())