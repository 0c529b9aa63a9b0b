define d($x = $y, $y = 1) { notice($x) }
d { 'a': }
