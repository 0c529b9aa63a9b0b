# spec: 000 "Integer": with a radix only its own prefix is taken
notice(Integer('0x1', 16), Integer('0b11', 16))
notice(Integer('0x1', 8))
