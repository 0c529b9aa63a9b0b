notice("x")
include n