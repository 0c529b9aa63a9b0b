# number exponent
$x = 1.5e
