# no index of an array
notice('abc'[Integer('-9223372036854775809'), 3])
notice([1, 2][Integer('9223372036854775808')])
