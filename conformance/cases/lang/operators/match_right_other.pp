# spec: 004 "=~ (regex or data type match)": no other right operands
notice('a' =~ 1)
