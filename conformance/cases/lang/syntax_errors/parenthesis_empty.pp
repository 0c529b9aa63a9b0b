# parenthesis empty
$x = ()
