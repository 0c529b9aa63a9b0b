type A = Hash[Integer, Hash[String, C]]
type B = Variant[Float, C, Boolean]
type C = Tuple[Tuple[Hash[String, B], Array[B]], Float]
type D = Variant[Float, Variant[Tuple[C, Integer, Integer], String], Boolean]
type E = Hash[Integer, String]
notice(A)
notice(B)
notice(C)
notice(D)
notice(E)
