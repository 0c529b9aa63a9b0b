# spec: 000 "Float": what is made is within the range
notice(Float[1, 10].new('7'), Float[0.5].new(true))
notice(Float[1, 10].new('11'))
