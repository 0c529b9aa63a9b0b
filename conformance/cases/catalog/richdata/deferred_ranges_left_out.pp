# Richdata: deferred ranges left out
type T = Array[Integer]
type U = Array[String,1]
function f($x) >> Integer[1,5] { }
class p(Integer[2,9] $x) { notice('ok') }
class { 'p': x => Deferred('f', [1]) }
