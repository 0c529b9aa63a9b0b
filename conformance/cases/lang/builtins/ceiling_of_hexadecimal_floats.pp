# a fraction and an exponent of two, digits of any number
[
  '0x1.8p3', '0x1p+3', '-0x1.8p-1', '0x1_0.8p1', '0x1P4', '0x0p99999', '0x1p-99999',
  '0x1fffffffffffffffffffffffffffffffffffff',
].each |$text| { notice("${text}: ${ceiling($text)} ${floor($text)}") }
notice(ceiling('0x+1'))
