# Richdata: deferred enum
type T = Array[Integer]
type U = Array[String,1]
function f($x) >> String { }
class p(Enum['a'] $x) { notice('ok') }
class { 'p': x => Deferred('f', [1]) }
