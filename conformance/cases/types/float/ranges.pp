# spec: 000 "Float"
notice(Float[1, 2], Float[1.5], Float[default, 3], Float[0.5, default])
notice(1.5 =~ Float[1, 2], 2.5 =~ Float[1, 2], 1 =~ Float)
