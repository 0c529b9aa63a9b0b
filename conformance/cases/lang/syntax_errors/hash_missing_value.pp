# hash missing value
$x = { a => 1, b }
