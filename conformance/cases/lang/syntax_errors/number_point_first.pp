# number point first
$x = .5
