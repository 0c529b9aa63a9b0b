# other character
$x = 1 & 2
