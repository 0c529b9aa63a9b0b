# spec: 000 "Type Aliases": an Object is defined by a hash
type A = Object['a']
notice(A)
