# spec: 004 "!= (non-equality)": the same as ! of ==
$values = [1, 'a', 'A', undef, [], Integer]
notice($values.map |$x| { $values.map |$y| { ($x != $y) == !($x == $y) } }.flatten.unique)
