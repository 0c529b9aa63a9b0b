# an Object type does not inherit from itself, through others neither
type A = Object[{parent => B}]
type B = Object[{parent => A}]
notice(A)
