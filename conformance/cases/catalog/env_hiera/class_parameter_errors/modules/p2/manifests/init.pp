class p2(Integer $x, $y = 1) { }
