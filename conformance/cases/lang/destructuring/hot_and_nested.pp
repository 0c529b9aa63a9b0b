# spec: 004 "Assignment", destructuring in functions and lambdas
function f($x) { [$a, $b] = $x  "${a}-${b}" }
function g($x) { [$a, [$b, $c]] = $x  "${a}-${b}-${c}" }
function h($x) { [$a] = $x  $a }
notice(f([1, 2]), f(['x', undef]), f({ 'b' => 1, 'a' => 2 }))
notice(g([1, [2, 3]]), h(5), h([6]), h({ 'a' => 7 }), h([[8]]))
notice([[1, 2], [3, 4]].map |$p| { [$u, $v] = $p  $u * $v })
notice(Integer[1, 50].reduce([0, 1]) |$s, $i| { [$p, $q] = $s  [$q, $p + $q] })
notice(Integer[1, 50].reduce([0.5, 1, 'a']) |$s, $i| { [$p, $q, $r] = $s  [$p + 0.5, $q + 1, $r] })
notice([1, 2].map |$i| { [$m, $n] = [$i, [$i]]  [$n, $m] })
class c { $a = 11  $b = 12 }
include c
function k() { [$a, $b] = Class['c']  $a + $b }
notice(k())
