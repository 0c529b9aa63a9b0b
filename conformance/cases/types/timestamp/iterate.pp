# spec: 000 "Timestamp"
Timestamp[1, 2].each |$x| { notice($x) }
