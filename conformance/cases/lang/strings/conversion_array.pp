# spec: 001 "Conversion of interpolated values": arrays in brackets
notice("${[1, 'a b', undef, true, [2, []], {a => undef}]} ${[]}")
