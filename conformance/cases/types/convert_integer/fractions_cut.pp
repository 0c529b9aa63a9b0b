# spec: 000 "Integer"
notice(Integer(3.99), Integer(-3.99), Integer(0.5), Integer(-0.5))
