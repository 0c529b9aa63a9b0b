# spec: 000 "Recursive Types"
type IntegerTree = Array[Variant[Integer, IntegerTree]]
notice(IntegerTree, IntegerTree == IntegerTree, IntegerTree <= Array, Array[Integer] <= IntegerTree, Array[Array[Integer]] <= IntegerTree)
assert_type(IntegerTree, [1, [2, [3, 'x']]]) |$e, $a| { notice($e, ' ', $a) }
assert_type(IntegerTree, [1, [2, [3, 'x']]])
