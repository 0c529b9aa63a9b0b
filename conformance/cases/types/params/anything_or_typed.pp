# spec: 002 "Variables": parameters take anything, unless they are typed
class c($x) { notice(type($x)) }
define d($x) { notice($x =~ Any) }
class { 'c': x => [1, /a/] }
d { 'd': x => Integer }
[1, default, undef].each |$x| { notice($x =~ Any) }
function f(Integer $x) { $x }
notice(f('1'))
