notice("x")
notice(n::f())