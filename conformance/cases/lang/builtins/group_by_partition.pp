notice(['apple', 'bob', 'avocado', 'cat'].group_by |$w| { $w[0] })
notice([1, 2, 3, 4].group_by |$i, $v| { $i % 2 }, { a => 1, b => 2, c => 1 }.group_by |$k, $v| { $v })
notice([1, 'a', 2, 'b'].partition |$x| { $x =~ Integer }, { a => 1, b => 2 }.partition |$k, $v| { $v > 1 })
