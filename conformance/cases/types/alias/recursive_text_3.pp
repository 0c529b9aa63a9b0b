type A = Variant[Float, Variant[A, Struct[{a => B, b => String}], Integer], Boolean]
type B = Array[C]
type C = Variant[Float, Variant[B, Hash[String, D]], Boolean]
type D = Array[Array[A]]
notice(A)
notice(B)
notice(C)
notice(D)
