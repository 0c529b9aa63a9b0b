# Richdata: deferred without return type
define d($x) { notice($x) }
d { 'a': x => Deferred('sprintf', ['a']) }
