# spec: 004 "Attributes of objects": members that bear the names of functions
type Thing2 = Object[{attributes => {'length' => String, 'size'=>String, 'empty' => String}}]
function f($x) { $x.length + 1 }
function g($x) { $x.empty }
function h($x) { $x.size }
$t = Thing2('x', 'y', 'z')
notice(h($t))
notice(g($t))
[1,2].each |$i| { notice(h($t), g($t)) }
Integer[1,30].each |$i| { h([1]) g([]) f("abc") }
notice(h($t), g($t))
notice(f($t))
