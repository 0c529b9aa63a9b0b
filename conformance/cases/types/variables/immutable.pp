# spec: 000 "Variables"
$a = 1
$a = 2
