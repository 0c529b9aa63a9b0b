# array two commas
$x = [1,,2]
