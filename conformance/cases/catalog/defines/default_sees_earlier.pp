# Defines: default sees earlier
define d($a, $b = $a + 1, $c = $b * 2) { notice("$a $b $c") }
d { 'x': a => 1 }
d { 'y': a => 1, b => 10 }
