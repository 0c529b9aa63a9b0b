type A = Variant[Float, D, Boolean]
type B = Tuple[Struct[{a => Struct[{a => C, b => Integer}], b => A}], Float]
type C = Hash[Integer, Array[Variant[E, D]]]
type D = Variant[Float, Array[Array[D]], Boolean]
type E = Variant[Float, Array[C], Boolean]
notice(A)
notice(B)
notice(C)
notice(D)
notice(E)
