# selector without comma
$x = 1 ? { 1 => 2 3 => 4 }
