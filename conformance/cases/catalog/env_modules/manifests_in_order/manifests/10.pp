notice("10 $x")
include k
