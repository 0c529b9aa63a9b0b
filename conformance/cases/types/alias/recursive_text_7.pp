type A = Variant[Float, Array[C], Boolean]
type B = Variant[Float, Tuple[Integer, Struct[{a => A, b => B}], B], Boolean]
type C = Hash[Integer, B]
notice(A)
notice(B)
notice(C)
