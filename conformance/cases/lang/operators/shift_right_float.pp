# spec: 004 ">> (right shift)": of a float
notice(7.5 >> 1)
