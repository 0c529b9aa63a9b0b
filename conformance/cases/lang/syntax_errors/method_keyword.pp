# method keyword
$x = $y.if
