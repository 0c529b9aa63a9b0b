# double unclosed tab
$x = "	ab

