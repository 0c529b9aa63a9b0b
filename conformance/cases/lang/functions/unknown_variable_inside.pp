function f() { $nope }
notice(f())
