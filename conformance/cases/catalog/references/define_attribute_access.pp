define d($a = 1, $b) { notice($title) }
d { 'x': b => 2 }
notice(D['x']['a'], D['x']['b'])
notice(D['x'][nope])
