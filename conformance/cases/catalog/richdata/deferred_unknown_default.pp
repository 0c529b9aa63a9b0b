# Richdata: deferred unknown default
class d($x = Deferred('f')) { }
class { 'd': }
