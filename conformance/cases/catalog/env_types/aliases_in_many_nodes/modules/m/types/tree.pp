type M::Tree = Variant[Integer, String, Array[M::Tree], Hash[String, M::Tree]]
