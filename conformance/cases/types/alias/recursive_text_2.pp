type A = Tuple[Hash[String, Tuple[String, C]], Float]
type B = Tuple[Tuple[A], Float]
type C = Tuple[Array[Variant[B, Integer, D]], Float]
type D = Hash[Integer, Array[E]]
type E = Array[B]
notice(A)
notice(B)
notice(C)
notice(D)
notice(E)
