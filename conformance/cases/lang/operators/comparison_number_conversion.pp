# spec: 004 "Comparison Operators": integers and floats compare
notice(1.0 == 1, 1 == 1.0, 1.5 > 1, 0.1 + 0.2 == 0.3, 9007199254740993 == 9007199254740992.0)
