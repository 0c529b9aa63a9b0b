# spec: 000 "Integer"
notice(Integer('0xFF', 16), Integer('12', 16), Integer('0b101', 2), Integer('101', 2), Integer('017', 8), Integer('17', 8), Integer('010', 10), Integer('17', 10))
