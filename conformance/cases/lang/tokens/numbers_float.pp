# floats with fraction and exponent, and their text
notice(1.5, 0.5, 10.0, 1.50, 123456789012345678.0)
notice(1e5, 1E5, 1e-5, 1.5e3, 1.5E-3, 0.5e3, 1e05)
notice(-1.5, - 2.5, -0.0, 1.0e100, 1e15, 1e16, 0.0001, 0.00001)
notice(type(1e3), type(1.0), type(10))
notice(1.5.floor, 2.abs, -1.abs)
