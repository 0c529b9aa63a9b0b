# spec: 000 "Variables"
$a = 1
$b = [$a, 'x']
notice(type($a), type($b, 'generalized'))
