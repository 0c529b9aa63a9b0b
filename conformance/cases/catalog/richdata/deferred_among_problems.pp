# Richdata: deferred among problems
function f($x) >> Integer { 1 }
define d(String $x, Integer $y) { notice('body') }
d { 'a': x => Deferred('f', [1]), y => 'a', z => 3 }
notice('main')
