# spec: 004 "Literals" - a literal of arrays in arrays, as deep as it may be written
$x = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
notice($x)
notice(flatten($x) == [1])
