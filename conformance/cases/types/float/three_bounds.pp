# spec: 000 "Float": from and to, no more
notice(Float[1.0, 2.0, 3.0])
