# Richdata: deferred unrun define
function f($x) >> Integer { 1 }
define d(String $x, Integer $y) { notice('body') }
@d { 'a': x => Deferred('f', [1]), y => 1 }
notice('main')
