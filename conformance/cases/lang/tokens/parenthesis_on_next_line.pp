# `(` as the first of a line does not continue a call
$x = 'abc'
$y = $x
($x)
