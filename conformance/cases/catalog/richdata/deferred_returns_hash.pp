# Richdata: deferred returns hash
function f($x) >> Struct[{a=>Integer}] { 1 }
class d(Hash[String,String] $x, Struct[{a=>String}] $y) { notice('body') }
class { 'd': x => Deferred('f', ['a']), y => Deferred('f', [1]) }
