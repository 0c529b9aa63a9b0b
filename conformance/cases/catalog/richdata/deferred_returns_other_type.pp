# Richdata: deferred returns other type
function f($x) >> Integer { 'a' }
class d(String $x) { }
class { 'd': x => Deferred('f', [1]) }
