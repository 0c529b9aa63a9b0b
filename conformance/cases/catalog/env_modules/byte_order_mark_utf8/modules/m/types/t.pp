type M::T = Integer
