# spec: 000 "Type Aliases": an alias takes no parameters
type MyInteger = Integer
notice(7 =~ MyInteger[1, 5])
