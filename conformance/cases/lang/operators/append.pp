# spec: 004 "<< (append)": one element more, of any type
$a = [1, 2, 3]
notice($a << 4, $a << [4, 5], $a << undef, $a << {a => 1}, $a)
