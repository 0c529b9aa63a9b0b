# a variable as a statement
$a = 1
$a
notice($a)
