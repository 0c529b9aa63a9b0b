# A captured variable that changes its kind, and one that does not fit in the end.
function typed(Integer $y) { $y + 1 }
function f($x) { [1,2].group_by |$k| { typed($x) } }
Integer[1, 900].each |$i| { f($i) }
notice(f(7))
[1, 2, 'three'].each |$i| { notice(f($i)) }
