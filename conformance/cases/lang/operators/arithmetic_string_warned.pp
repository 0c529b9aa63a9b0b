# settings: strict=warning
# spec: 004 "Arithmetic Operators": a string is converted when the setting strict is no error
notice('1' + 2, '0x1F' * '2', '017' - 1, ' 2.5 ' / '1e1', - '3')
notice('x' + 1)
