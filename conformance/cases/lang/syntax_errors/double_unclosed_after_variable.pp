# double unclosed after variable
$x = "abc $y def
