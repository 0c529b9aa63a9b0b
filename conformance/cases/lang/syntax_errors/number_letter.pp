# number letter
$x = 12abc
