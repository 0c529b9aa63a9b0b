# number two points
$x = 1.2.3
