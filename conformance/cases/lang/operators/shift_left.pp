# spec: 004 "<< (left shift)": times two to the power
notice(1 << 4, 5 << 1, -1 << 3, 1 << 0, 8 << -2)
