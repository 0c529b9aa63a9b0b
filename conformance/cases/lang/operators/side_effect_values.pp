# spec: 004 "Expressions with Side Effects": resource declarations give references, arrows the resources beside them
$n = "x${1 + 1}"
$a = notify { $n: } -> notify { ['b', 'c']: }
$b = notify { 'd': message => $n }
notice($a, $b, $b[0], $b[0]['message'])
notice((notify { 'e': ; 'f': })[1], (Notify['b'] -> Notify['c']))
