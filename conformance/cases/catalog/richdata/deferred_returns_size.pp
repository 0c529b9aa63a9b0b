# Richdata: deferred returns size
type T = Array[Integer]
type U = Array[String,1]
function f($x) >> Hash { }
class p(Struct[{a=>String}] $x) { notice('ok') }
class { 'p': x => Deferred('f', [1]) }
