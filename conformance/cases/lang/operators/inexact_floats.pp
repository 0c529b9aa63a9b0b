# spec: 004 "Comparison Operators": quotients are not exact
notice(0.1 + 0.2 == 0.3, 1.0 / 3 * 3 == 1, 1.0 == 1, 1 == 1.0, 1.1 * 3 == 3.3, 0.5 + 0.5 == 1)
