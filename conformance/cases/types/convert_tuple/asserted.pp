# spec: 000 "Tuple Type"
notice(Tuple[String, Integer].new(['a', 1]), Tuple[Array, Array].new({a => 1, b => 2}))
notice(Tuple[String].new([1]))
