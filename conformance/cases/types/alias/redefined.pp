type A = Integer
type A = String
notice(1 =~ A)
