# Richdata: deferred no arity
class d(String $x) { }
class { 'd': x => Deferred('size', ['x', {}]) }
