# spec: 004 ">> (right shift)": by a float
notice(7 >> 1.5)
