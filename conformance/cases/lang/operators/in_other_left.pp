# spec: 004 "in": other left operands
notice(1 in '123', undef in [undef], true in [true], [1] in [[1], 2], {a => 1} in [{a => 1}], default in [default])
