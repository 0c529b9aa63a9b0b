# spec: 000 "Integer": each row of the table of radixes
notice(Integer('0b101', 2), Integer('0B101', 2), Integer('101', 2), Integer('017', 8), Integer('17', 8), Integer('17', 10), Integer('0xff', 16), Integer('0XFF', 16), Integer('71', 16))
notice(Integer('0b101'), Integer('0B101'), Integer('017'), Integer('17'), Integer('0xff'), Integer('0XFF'))
notice(Integer('0b2'))
