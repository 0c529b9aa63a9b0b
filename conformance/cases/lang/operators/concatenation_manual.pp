# spec: 004 "+ (concatenation)": the examples; a hash becomes an array
$a = [1, 2, 3]
notice($a + 1, $a + [1], $a + [[1]], $a + { a => 1, b => 2 }, $a + [{ a => 1 }], $a + undef, $a)
