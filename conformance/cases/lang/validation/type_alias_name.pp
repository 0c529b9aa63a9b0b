# a type has no leading colons
type ::A = Integer
