type A = Variant[Float, Hash[String, Variant[C, A, A]], Boolean]
type B = Array[Hash[String, Hash[String, A]]]
type C = Variant[Float, Struct[{a => C, b => B}], Boolean]
type D = Array[D]
notice(A)
notice(B)
notice(C)
notice(D)
