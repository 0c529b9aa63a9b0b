# spec: 000 "Timespan"
Timespan[1, 2].each |$x| { notice($x) }
