# spec: 000 "Integer": default as the radix looks at the prefix
notice(Integer('0xFF', default), Integer('0b11', default), Integer('010', default), Integer('10', default), Integer({from => '0xFF', radix => default}), Integer('08', 10), Integer('0008', 10))
notice(Integer('08', default))
