# the parent of an Object type has to be known, once the type is asked for
type A = Object[{parent => Nope}]
notice(1)
notice(A)
