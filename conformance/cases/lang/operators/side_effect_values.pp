# spec: 004 "Expressions with Side Effects": resource declarations give references for relationships
$n = "x${1 + 1}"
notify { $n: } -> notify { ['b', 'c']: }
notice(notify { 'd': }[0])
