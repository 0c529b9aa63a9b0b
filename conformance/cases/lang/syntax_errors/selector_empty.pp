# selector empty
$x = 1 ? { }
