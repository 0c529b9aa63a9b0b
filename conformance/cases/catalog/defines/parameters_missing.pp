define d($x, $y) { }
d { 'a': }
