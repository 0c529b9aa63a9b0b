# Richdata: deferred returns optional
type T = Array[Integer]
type U = Array[String,1]
function f($x) >> Optional[Integer] { }
class p(String $x) { notice('ok') }
class { 'p': x => Deferred('f', [1]) }
