# Richdata: deferred class problems
class d(String $x, Integer $y, $z) { notice('body') }
class { 'd': x => Deferred('sprintf', [1]), y => 'a', w => 1 }
