# Richdata: deferred epp
class p::q(Variant[String, Sensitive[String]] $x) { notice($x, type($x)) }
class { 'p::q': x => Deferred('epp', ['a']) }
