function f($a, $b) { [Integer[$a, $b], (Integer[$a, $b].map |$x| { $x }), Integer[$a, $b] =~ Type[Integer]] }
notice(f(1,3)); notice(f(2,2))
function g($a, $b) { Integer[$a, $b] }
notice(g(default, 3), g(1, default), g(default, default), g(-5, -1))
notice([[1,2],[0,3]].map |$p| { Integer[$p[0], $p[1]].map |$x| { $x * 2 } })
