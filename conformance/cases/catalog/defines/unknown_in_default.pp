# Defines: unknown in default
define d(Integer $a = $b, $b = 2) { }
d { 'a': }
