# spec: 004 "/ (division)": not by zero, of floats neither
notice(1.0 / 0)
