# lambda without body
[1].each |$x|
