# spec: 004 "/ (division)": not by zero
notice(1 / 0)
