# Richdata: deferred returns alias
type T = Array[Integer]
type U = Array[String,1]
function f($x) >> T { }
class p(U $x) { notice('ok') }
class { 'p': x => Deferred('f', [1]) }
