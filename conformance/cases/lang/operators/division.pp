# spec: 004 "/ (division)": the quotient; of integers rounded down
notice(6 / 2, 7 / 2, -7 / 2, 7 / -2, 7 / 2.0, 7.0 / 2, 1.0 / 3)
