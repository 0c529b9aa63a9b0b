# spec: 004 "Order of Operations": * / % before + - before << >>
notice(2 + 3 * 4 % 5 - 6 / 2, 1 << 2 + 1, 16 >> 1 + 1, 1 + 2 << 1)
