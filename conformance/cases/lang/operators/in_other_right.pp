# spec: 004 "in": other right operands
notice('a' in 1, 'a' in undef, 1 in 1, 'a' in true, 'a' in Integer)
