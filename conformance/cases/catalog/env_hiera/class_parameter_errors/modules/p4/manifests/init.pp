class p4(Integer $x, $y = 1) { }
