# spec: 004 "+ (concatenation)": a scalar becomes an array of one
$a = [1, 2, 3]
notice($a + 1, $a + [1], $a + [[1]], $a + undef, $a + {a => 1, b => 2}, $a + [{a => 1}], $a)
