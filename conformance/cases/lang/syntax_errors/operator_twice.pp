# operator twice
$x = 1 + * / 2
