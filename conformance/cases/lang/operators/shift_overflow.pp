# spec: 004 "<< (left shift)": beyond 64 bits
notice(1 << 63)
