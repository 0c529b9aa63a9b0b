# spec: 004 "in": not the same both ways
notice('a' in 'ab', 'ab' in 'a', 1 in [1], [1] in 1, [1] in [[1]], [1, 2] in [1, 2, 3], 'a' in undef, undef in [undef])
