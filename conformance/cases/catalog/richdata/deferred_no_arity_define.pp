# Richdata: deferred no arity define
define d($x) { notice($x, type($x)) }
d { 'a': x => Deferred('size') }
