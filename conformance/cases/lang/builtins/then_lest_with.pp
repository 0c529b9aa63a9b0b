notice(5.then |$x| { $x + 1 }, undef.then |$x| { 1 }, undef.lest || { 'l' }, false.lest || { 'l' }, false.then |$x| { 't' })
notice(with(1, 2) |$a, $b| { $a + $b }, with() || { 'none' }, { a => { b => 1 } }['a'].then |$h| { $h['b'] })
