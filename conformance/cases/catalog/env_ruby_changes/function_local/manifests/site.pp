function f() { $l = ['a', 'b'] m::push($l, 'c') notice($l) $l }
notice(f())
notice(f())
