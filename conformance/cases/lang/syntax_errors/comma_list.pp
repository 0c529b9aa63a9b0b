# comma list
1, 2
$x = 3
