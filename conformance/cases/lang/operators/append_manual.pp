# spec: 004 "<< (append)": the examples; the operand stays as it is
$a = [1, 2, 3]
notice($a << 4, $a << [4, 5], $a << undef, $a << { a => 1 }, $a << default, $a)
