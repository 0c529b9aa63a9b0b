# settings: strict=off
# spec: 000 "String to Numeric Conversion"
notice('1' + 1, '0x1F' + 0, '010' + 0, '1.5' * 2, '3' - '1', -'5', '2' << 1)
notice(1 == '1', '1' == 1.0, 10 == '0xA')
notice('x' + 1)
