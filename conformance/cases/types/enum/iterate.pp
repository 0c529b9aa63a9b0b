# spec: 000 "Enum"
Enum[b, c, a, b].each |$x| { notice($x) }
