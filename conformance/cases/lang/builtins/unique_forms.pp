notice(unique([1, 1, 2, '1', 1.0]), unique('mississippi'), unique({ a => 1, b => 2, c => 1 }), unique(['a', 'A', 'b']))
notice(['a', 'A', 'b'].unique |$x| { downcase($x) }, { a => 1, b => 2, c => 3 }.unique |$v| { $v % 2 }, unique(Integer[1, 3]))
