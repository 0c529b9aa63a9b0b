# spec: 004 "<< (left shift)": floats are not rounded
notice(1.5 << 1)
