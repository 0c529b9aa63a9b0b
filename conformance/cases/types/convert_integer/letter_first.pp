# spec: 000 "Integer": the prefix is optional, but not before a digit that is a letter
notice(Integer('0xff', 16), Integer('1f', 16))
notice(Integer('FF', 16))
