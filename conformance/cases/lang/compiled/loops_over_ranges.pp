function f(Integer $a, Integer $b) { Integer[$a, $b].reduce(0) |$m, $x| { $m + $x } }
notice(f(1, 10), f(-5, -5), f(0, 0))
function g(Integer $a, Integer $b) { Integer[$a, $b].filter |$x| { $x % 2 == 0 } }
notice(g(1, 10), g(3, 3), g(-4, 4))
function h(Integer $a, Integer $b) { $r = Integer[$a, $b]; [$r.map |$x| { $x * 2 }, $r.map |$i, $x| { [$i, $x] }, $r] }
notice(h(1, 4))
function k(Integer $a, Integer $b) { $r = Integer[$a, $b]; $r.map |$x| { $r.reduce(0) |$m, $y| { $m + $x * $y } } }
notice(k(1, 4))
function l(Integer $a, Integer $b) { Integer[$a, $b].each |$x| { if $x > 3 { break() } } Integer[$a, $b].any |$x| { $x == 3 } }
notice(l(1, 9))
function m(Integer $a, Integer $b) { Integer[$a, $b].reverse_each.map |$x| { $x } }
notice(m(1, 4))
function n(Integer $a, Integer $b) { Integer[$a, $b].step(2).map |$x| { $x } }
notice(n(1, 9))
function o(Integer $a, Integer $b) { Integer[$a, $b].reduce |$m, $x| { $m * $x } }
notice(o(1, 9), o(7, 7))
function p(Float $f) { Integer[1, 20].reduce($f) |$m, $x| { $m * 1.5 + $x } }
notice(p(1.0), p(-2.5))
function q(Integer $n) { Integer[0, $n].map |$i| { Integer[0, $i].map |$j| { Integer[$i, $i + $j].filter |$k| { $k % 2 == 1 } } } }
notice(q(3))
Integer[1, 300].each |$n| { if q(1) != [[[]], [[1], [1]]] { notice($n, q(1)) } }
$z = Integer[1, 300].map |$n| { Integer[$n, $n + 2].reduce(0) |$m, $x| { $m + $x } }
notice($z[0], $z[-1], $z.length)
$w = Integer[1, 300].filter |$n| { Integer[1, $n].any |$x| { $x == 17 } }
notice($w.length)
