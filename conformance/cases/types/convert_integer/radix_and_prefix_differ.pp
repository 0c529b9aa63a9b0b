# spec: 000 "Integer"
notice(Integer('0x10', 10))
