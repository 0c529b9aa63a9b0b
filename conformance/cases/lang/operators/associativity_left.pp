# spec: 004 "Order of Operations": operators of one level go from the left
notice(10 - 3 - 2, 100 / 10 / 5, 2 << 1 << 1, 7 % 4 % 2)
