function f() { call('return', 3) 4 }
notice(f())
