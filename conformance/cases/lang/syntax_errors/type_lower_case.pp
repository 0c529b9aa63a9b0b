# type lower case
type a = Integer
