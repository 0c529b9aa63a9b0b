# an alias is of a type
type A = [Integer]
