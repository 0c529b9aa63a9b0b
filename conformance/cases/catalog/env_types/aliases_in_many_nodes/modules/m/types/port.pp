type M::Port = Integer[0, 65535]
