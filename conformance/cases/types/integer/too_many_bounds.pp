# spec: 000 "Integer": from and to, no more
notice(Integer[1, 2, 3])
