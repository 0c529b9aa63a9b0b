# spec: 000 "The Kinds of Types and Values": Numeric is assignable from Integer
notice(Numeric >= Integer, Integer <= Numeric, Numeric <= Integer, Integer >= Numeric)
function f(Numeric $x) { $x }
notice(f(1), f(1.5))
notice(f('1'))
