class p1(Integer $x, $y = 1) { }
