# Overrides: with defaults j
define d($v = 1) { notice($v) }
D { v => 3 }
D[a] { v => 2 }
d { 'a': }
