# lambda without call
$x |$y| { }
