type A = Tuple[Variant[Tuple[A], Array[D], String], Float]
type B = Hash[Integer, B]
type C = Tuple[Integer, Float]
type D = Variant[Float, Variant[A, Integer], Boolean]
notice(A)
notice(B)
notice(C)
notice(D)
