# spec: 000 "Integer": a digit that is a letter needs the prefix
notice(Integer('0xff', 16), Integer('12', 16))
notice(Integer('FF', 16))
