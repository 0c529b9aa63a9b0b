# settings: strict=off
# spec: 004 "Arithmetic Operators": and without a word when strict is off
notice('1' + 2, '0x1F' * '2', '017' - 1, '2.5' / '1e1', - '3')
notice(1 - '1,5')
