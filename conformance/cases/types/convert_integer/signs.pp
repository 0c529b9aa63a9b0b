# spec: 000 "Integer": a sign before the digits
notice(Integer('-5'), Integer('+5'), Integer('-0x1F'), Integer('+0b11'), Integer('-017'), Integer('-0xFF', 16), Integer('- 5'), Integer('+ 0x10', 16), Integer('-17', 8), Integer('+101', 2))
notice(Integer('--5'))
