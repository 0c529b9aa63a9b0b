# operator missing operand
$x = 1 +
