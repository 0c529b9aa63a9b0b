# number underscore
$x = [1, 1_000]
