function pu($x) { $x + $y }
