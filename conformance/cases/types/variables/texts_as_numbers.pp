# settings: strict=warning
# spec: 000 "String to Numeric Conversion"
notice('1' + 1, '0x1F' + 0, '010' + 0, 1 == '1')
notice('a' + 1)
