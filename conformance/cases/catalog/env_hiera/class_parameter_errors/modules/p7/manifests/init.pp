class p7(Integer $x, $y = 1) { }
