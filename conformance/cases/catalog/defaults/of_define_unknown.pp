# Defaults: of define unknown
D { y => 5 }
define d($x) { notice("$title $x") }
d { 'b': x => 1 }
