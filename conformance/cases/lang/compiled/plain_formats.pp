# formats of plain values, in and keys of every kind
notice(String(1), String(-1), String(1.5), String(1e100), String(true), String(undef), String(''), String('é'))
notice(String(255,'%x'), String(255,'%#X'), String(1.5,'%e'), String('a','%5s'), String(true,'%y'), String(undef,'%n'), String(1,'%s'), String(1, '%p'), String('x', '%p'), String(1, '%+5d'))
notice(Integer(true), Integer(false), Boolean(0), Boolean(2), Boolean(-1), Float(3), Float(1.5), Boolean(true), Float(9007199254740993))
notice(Float[1,2](1), Boolean[true](1))
notice(1 in {1 => 2}, 1.0 in {1 => 2}, 1 in {1.0 => 2}, 'A' in {'a' => 1}, 'é' in {'É' => 1}, 'ab' in {/a(b)/ => 1}, $1, 1 in [1.0], 'A' in ['b','a'], '1' in [1], 1 in ['1'], '1.0.0' in [SemVer('1.0.0')])
notice(inline_epp('<%= $x %>', {'x' => 1}), inline_epp('<%= $x %>', {'x' => 2}))
