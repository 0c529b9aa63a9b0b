# spec: 000 "Integer": a bound is an Integer
notice(Integer[1.5, 2])
