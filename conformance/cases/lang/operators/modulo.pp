# spec: 004 "% (modulo)": the remainder has the sign of the divisor
notice(5 % 2, -5 % 2, 5 % -2, -5 % -2, 6 % 3, 2 % 5)
notice(5.5 % 2)
