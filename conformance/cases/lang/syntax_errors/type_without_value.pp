# type without value
type A =
