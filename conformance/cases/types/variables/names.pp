# spec: 000 "Variable Names"
$a_b1 = 1
$_c = 2
$varA = 3
$vara = 4
notice($a_b1, $_c, $varA, $vara, $0)
