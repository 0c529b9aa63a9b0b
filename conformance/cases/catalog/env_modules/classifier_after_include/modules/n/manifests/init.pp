class n($x = 1) { notice("n $x") }
