# spec: 000 "Numeric Conversions"
$numbers = [0xFF, 010, 1e3, -5, 0x1F + 1]
notice($numbers.map |$n| { "${n}" }, "${0 + 0xFF} ${-5 + 0}", "${numbers}")
