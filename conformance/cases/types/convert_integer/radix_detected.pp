# spec: 000 "Integer"
notice(Integer('0xFF'), Integer('0b101'), Integer('017'), Integer('17'), Integer('-0x1f'), Integer('+5'))
notice(Integer('0xFF', default), Integer('17', default))
