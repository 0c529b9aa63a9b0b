class p6(Integer $x, $y = 1) { }
