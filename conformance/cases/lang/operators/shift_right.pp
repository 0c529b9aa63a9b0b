# spec: 004 ">> (right shift)": divided by two to the power
notice(16 >> 2, 5 >> 1, -5 >> 1, 1 >> 5, 1 >> -3)
