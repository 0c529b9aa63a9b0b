# spec: 000 "Integer": a digit that is a letter needs the prefix
notice(Integer('0x1f', 16))
notice(Integer('1f', 16))
