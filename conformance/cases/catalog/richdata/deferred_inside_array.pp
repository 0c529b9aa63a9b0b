# Richdata: deferred inside array
class d(Array[String] $x) { }
class { 'd': x => [Deferred('new', [Integer, 1])] }
