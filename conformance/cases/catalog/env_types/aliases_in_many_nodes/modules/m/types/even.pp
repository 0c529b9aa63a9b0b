type M::Even = Variant[Integer[2, 2], Array[M::Odd]]
