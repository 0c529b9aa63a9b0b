# spec: 000 "Numeric to String": in radix 10
notice([0xFF, 010, 1e3, 1.50, -5, 0x1F + 1, 1.0, 1e20, 1.0e-7].map |$n| { "${n}" })
notice(sprintf('%d %x %s', 255, 255, 255), String(255), String(255, '%x'))
notice('a' + 1)
