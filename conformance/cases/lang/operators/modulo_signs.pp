# spec: 004 "% (modulo)": the example, and signs
notice(5 % 2, -5 % 2, 5 % -2, -5 % -2, 0 % 3, 6 % 3)
