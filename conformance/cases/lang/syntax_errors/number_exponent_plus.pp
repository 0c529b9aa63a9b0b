# number exponent plus
$x = 1e+5
