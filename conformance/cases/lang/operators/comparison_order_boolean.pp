# spec: 004 "Comparison Operators": no order of booleans
notice(true > false)
