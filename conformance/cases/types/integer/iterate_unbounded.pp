# spec: 000 "Integer"
Integer[0, default].each |$x| { notice($x) }
