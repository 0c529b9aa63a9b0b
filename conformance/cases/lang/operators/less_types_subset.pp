# spec: 004 "< (less than)": of types: a subset
notice(Integer < Numeric, Integer < Integer, Numeric < Integer, Integer[1, 2] < Integer[0, 5], String < Integer)
