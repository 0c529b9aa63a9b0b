notice("x")
