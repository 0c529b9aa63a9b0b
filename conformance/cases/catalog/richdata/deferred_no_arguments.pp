# Richdata: deferred no arguments
function f() >> String { 'a' }
class d(Integer $x) { }
class { 'd': x => Deferred('f') }
