# warning then error
$x = "\q"
$y = [1 2]
