define d($x, $y = $x) { }
d { 'a': }
