# spec: 000 "variables": names: lower case letter or underscore first
$a = 1
$_b = 2
$aB9_ = 3
notice($a, $_b, $aB9_)
$Ab = 1
