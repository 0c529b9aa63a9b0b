# Richdata: deferred returns any
type T = Array[Integer]
type U = Array[String,1]
function f($x) >> Any { }
class p(String $x) { notice('ok') }
class { 'p': x => Deferred('f', [1]) }
