# spec: 004 "Order of Operations": + before <<
notice(1 + 1 << 2 + 1, [1] + [2] << 3, 16 >> 1 + 1, 1 << 2 == 4)
