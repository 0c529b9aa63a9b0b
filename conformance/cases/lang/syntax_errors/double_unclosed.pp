# double unclosed
notice('a')
$x = "abcdefgh
