# Defaults: of define
D { x => 5 }
define d($x) { notice("$title $x") }
d { 'a': } d { 'b': x => 1 }
