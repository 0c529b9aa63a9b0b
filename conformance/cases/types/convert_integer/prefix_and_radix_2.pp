# spec: 000 "Integer": with a radix only its own prefix is taken
notice(Integer('0o7', 8))
