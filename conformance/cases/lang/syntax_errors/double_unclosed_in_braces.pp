# double unclosed in braces
$x = "abc ${y + 1
