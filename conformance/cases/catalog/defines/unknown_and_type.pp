# Defines: unknown and type
define d(Integer $a, String $b) { }
d { 'a': a => 'x', b => 1, c => 2, d => 3 }
