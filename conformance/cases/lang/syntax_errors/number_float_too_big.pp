# number float too big
$x = 1.0e400
