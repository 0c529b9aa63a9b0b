# spec: 000 "Float": a range as that of Integer, from integers and floats
notice(Float[1, 2], Float[1, 2.5], Float[1.5], Float[default, 2], Float[default], Float[1, 1], Float[1.5, default])
notice([1.5, 2.0, 2.1, 1, '1.5'].map |$v| { $v =~ Float[1.5, 2] }, Float[1.5, 2] == Float[1.5, 2.0], Float[1.6, 1.9] < Float[1.5, 2], Float[1, 3] > Float[2, 4])
notice(Float[2, 1])
