# spec: 000 "Binary": b adds padding, u is for URLs, s is the text itself
notice(Binary('YQ', '%b'), Binary('YWI', '%b'), Binary("YWJj\nZA==\n", '%b'), Binary('YQ==', '%b'))
notice(Binary('_-8', '%u'), Binary('_-8=', '%u'), Binary('YQ', '%u'))
notice(Binary('å', '%s'), Binary('å', '%r'), Binary('', '%s'), Binary('', '%B'))
