# spec: 000 "Type Aliases"
type MyInteger = Integer
notice(1 =~ MyInteger, MyInteger == Integer, 'a' =~ MyInteger)
