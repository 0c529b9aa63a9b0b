# spec: 000 "Type Aliases" - aliases that stand for nothing but each other
type A = Variant[B, C]
type B = Variant[A, C]
type C = Variant[A, B]
notice(1 =~ A)
