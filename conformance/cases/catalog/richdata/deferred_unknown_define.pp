# Richdata: deferred unknown define
define d($x) { }
d { 'a': x => Deferred('f', [1]) }
