type Tree = Variant[Integer, Array[Tree]]
type Json = Variant[Scalar, Undef, Array[Json], Hash[String, Json]]
notice([1, [2, [3, []]]] =~ Tree, [1, ['x']] =~ Tree, { a => [{ b => undef }] } =~ Json, { 1 => 2 } =~ Json)
notice(Tree, Json == Json, Tree > Integer)
assert_type(Tree, ['x'])
