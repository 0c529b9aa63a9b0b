# hash colon
$x = { a: 1 }
