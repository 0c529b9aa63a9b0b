# spec: 000 "Integer"
notice(Integer(true, 16), Integer(10, 2), Integer(3.99, 16))
