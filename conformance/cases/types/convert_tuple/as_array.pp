# spec: 000 "Tuple Type": new is that of Array
notice(Tuple[String, Integer].new([a, 1]), Tuple[Tuple[String, Integer]].new({a => 1}), Tuple[String, String].new('ab'), Tuple[Integer, Integer].new(2), Tuple[String].new('ab', true), Tuple.new([1]))
notice(Tuple[String, Integer].new([1, 1]))
