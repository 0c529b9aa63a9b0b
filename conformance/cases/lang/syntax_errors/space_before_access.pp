# space before access
$x = [1]
$y = [$x [0]]
