type M::Odd = Variant[Integer[7, 7], Array[M::Even]]
