# spec: 000 "Numeric Conversions"
notice(1 + 1.5, 2 * 1.0, 7 / 2, 7 / 2.0, 1 == '1', 16 == '0x10')
notice('3' + 4)
