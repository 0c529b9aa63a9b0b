# spec: 000 "Numeric"
notice(Numeric('0.5'))
notice(Numeric('0e5'))
