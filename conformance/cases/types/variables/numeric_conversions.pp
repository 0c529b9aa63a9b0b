# spec: 000 "Numeric Conversions"
notice(1 + 1.5, 2 * 1.0, '3' + 4, '0x10' + 1, 1 == '1', "${16}")
