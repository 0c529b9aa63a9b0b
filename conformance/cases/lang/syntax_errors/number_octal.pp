# number octal
$x = 089
