# spec: 000 "Deferred Type"
$d = Deferred('f', [1, 'a'])
notice($d, ' ', $d.name, ' ', $d.arguments, ' ', $d == Deferred('f', [1, 'a']))
notice(Deferred('F'))
