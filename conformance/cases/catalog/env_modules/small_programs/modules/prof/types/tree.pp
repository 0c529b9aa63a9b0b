type Prof::Tree = Variant[String, Hash[String, Prof::Tree]]
