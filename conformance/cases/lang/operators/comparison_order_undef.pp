# spec: 004 "Comparison Operators": no order with undef
notice(1 < 2, 1 >= undef)
