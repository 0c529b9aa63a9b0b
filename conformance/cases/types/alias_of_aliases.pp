# spec: 000 "Type Aliases" - an alias that names the others, which lead back to it
type A = Variant[B, C, Integer]
type B = Variant[A, C]
type C = Variant[A, B]
notice(1 =~ A, 1 =~ B, 1 =~ C, 'x' =~ A)
notice(A)
notice(B)
notice(C)
