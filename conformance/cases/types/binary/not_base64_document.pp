# spec: 000 "Binary"
notice(Binary('a*b'))
