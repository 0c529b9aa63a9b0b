# spec: 000 "Float"
Float[1.0, 2.0].each |$x| { notice($x) }
