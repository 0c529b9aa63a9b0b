# spec: 000 "Binary"
notice(Binary('YWJj'), String(Binary('YWJj'), '%s'), Binary('YWJj') == Binary('abc', '%s'), Binary([97, 98, 99]))
