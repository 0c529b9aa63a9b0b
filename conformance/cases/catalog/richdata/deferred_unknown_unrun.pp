# Richdata: deferred unknown unrun
define d($x) { notice($x, type($x)) }
@d { 'a': x => Deferred('nope') }
