notice(['a', 'b', 'c'].index('b'), ['a'].index('z'), 'foobar'.index('o'), 'foobar'.index(/b./), [1, 2, 3].index |$x| { $x > 1 })
notice({ a => 1, b => 2 }.index |$k, $v| { $v == 2 }, { a => 1 }.index(1), ['a', 'b'].index |$i, $v| { $v == 'b' }, 5.index(3))
