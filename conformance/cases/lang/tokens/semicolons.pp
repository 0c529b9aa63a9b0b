# statements may be separated by semicolons
notice(1); notice(2)
notice(3);
notice(4)
$x = 1; $y = 2; notice($x, $y)
