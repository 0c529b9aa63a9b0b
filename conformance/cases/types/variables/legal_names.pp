# spec: 000 "Variable Names"
$a = 1
$_a = 2
$aB_9 = 3
$x::y = 4
