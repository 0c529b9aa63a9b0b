# spec: 004 "% (modulo)": not by zero
notice(5 % 0)
