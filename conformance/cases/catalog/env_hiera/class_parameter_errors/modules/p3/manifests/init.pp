class p3(Integer $x, $y = 1) { }
