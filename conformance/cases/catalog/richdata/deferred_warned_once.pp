# Richdata: deferred warned once
class d($x) { notice('body') }
class { 'd': x => Deferred('sprintf', ['a']) }
define e($x) { notice('e') }
e { 'z': x => Deferred('sprintf', ['b']) }
e { 'y': x => Deferred('sprintf', ['b']) }
