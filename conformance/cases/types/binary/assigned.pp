# spec: 000 "Binary"
notice(Binary('YWJj') =~ Binary, 'YWJj' =~ Binary, Binary < String)
notice(Binary['x'])
