type M::Ports = Array[M::Port, 1]
