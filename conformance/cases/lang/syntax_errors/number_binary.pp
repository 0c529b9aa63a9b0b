# number binary
$x = 0b101
