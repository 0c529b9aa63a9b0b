# spec: 004 "<< (left shift)": by a negative number of places, and far
notice(1 << 3, 8 << -2, 8 >> -2, 1 << 0, -8 >> 1, -1 >> 70, 5 >> 3, 1 << 62, -1 << 63)
