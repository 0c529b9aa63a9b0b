# spec: 000 "Integer": digits of the radix
notice(Integer('129', 8))
