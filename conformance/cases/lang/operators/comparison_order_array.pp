# spec: 004 "Comparison Operators": arrays have no order
notice([1] < [2])
