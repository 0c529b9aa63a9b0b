# spec: 000 "Numeric"
notice(type(Numeric('3.14')), type(Numeric('1e3')), type(Numeric('42')))
notice(Numeric('0xFF'), Numeric('010'), Numeric('0b11'), Numeric('-7'))
