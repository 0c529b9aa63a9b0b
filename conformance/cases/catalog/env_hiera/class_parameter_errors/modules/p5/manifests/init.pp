class p5(Integer $x, $y = 1) { }
