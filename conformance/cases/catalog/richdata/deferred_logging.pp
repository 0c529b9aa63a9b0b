# Richdata: deferred logging
define d(String $x) { notice($x, type($x)) }
d { 'b': x => Deferred('notice', ['a']) }
