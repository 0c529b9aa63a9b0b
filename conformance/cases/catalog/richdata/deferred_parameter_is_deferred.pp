# Richdata: deferred parameter is deferred
function f($x) >> Integer { 1 }
class d(Deferred $x) { notice('body') }
class { 'd': x => Deferred('f', ['a']) }
