# Richdata: deferred unknown class
class d($x) { }
class { 'd': x => Deferred('f', [1]) }
