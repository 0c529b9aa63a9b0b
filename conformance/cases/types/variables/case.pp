# spec: 000 "Variable Names"
$varA = 1
$vara = 2
notice($varA, $vara)
