# spec: 000 "Type Aliases" - an alias of itself by another name stays in the text
type A = Variant[B, Integer]
type B = Variant[A]
notice(1 =~ A, 'x' =~ B)
notice(A, ' ', B)
