notice(Array('abc'), Array({ a => 1, b => 2 }), Array(3), Array(Integer[1, 3]), Array([1]), Array('x', true), Array({ a => 1 }, true), Array([1], true), Array(undef, true), Array(Binary('YWI=')))
notice(Array(true))
