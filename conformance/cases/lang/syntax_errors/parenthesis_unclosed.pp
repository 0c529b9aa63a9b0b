# parenthesis unclosed
$x = (1 + 2
