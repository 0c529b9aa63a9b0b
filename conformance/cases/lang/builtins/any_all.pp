notice([1, 2, 3].any |$x| { $x > 2 }, [1, 2, 3].all |$x| { $x > 2 }, [].any |$x| { true }, [].all |$x| { false })
notice({ a => 1, b => 2 }.any |$k, $v| { $v == 2 }, { a => 1 }.all |$p| { $p[1] == 1 }, 'abc'.any |$c| { $c == 'b' })
notice(['a', 'b'].all |$i, $v| { $i < 2 }, 3.any |$x| { $x == 3 }, Integer[5, 7].all |$x| { $x > 4 })
