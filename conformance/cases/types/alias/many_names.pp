# spec: 000 "Type Aliases": an alias can not be told from its type
type MyInteger = Integer
type Other = MyInteger
notice(MyInteger, type(1) <= MyInteger, Type[MyInteger] == Type[Integer], Array[MyInteger] == Array[Integer], Other == Integer)
notice(MyInteger('12'), Integer[1, 2] < MyInteger, MyInteger >= Integer, type([1, 2]) <= Array[MyInteger])
function f(MyInteger $x) { $x }
notice(f('a'))
