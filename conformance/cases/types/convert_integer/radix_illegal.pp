# spec: 000 "Integer"
notice(Integer('11', 7))
