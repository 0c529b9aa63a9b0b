# spec: 001 "Bare words": a reserved word needs quotes
$a = 'if'
$b = 'unless'
notice($a, $b)
notice(if)
