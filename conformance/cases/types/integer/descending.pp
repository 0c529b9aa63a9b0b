# spec: 000 "Integer"
notice(Integer[5, 1])
