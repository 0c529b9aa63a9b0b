function f() >> String { 5 }
notice(f())
