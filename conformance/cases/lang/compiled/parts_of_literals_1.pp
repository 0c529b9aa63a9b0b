function f($x, $y) { $v = { 'a' => $x, 'b' => $y, 'a2' => 1 }; $w = $v + { 'b' => 5, 'c' => $x }; [$w['b'], $w['c'], $w['nope'], $v['b'], ($v + $w)['a'], ($w + { 'z' => 1 })['z'], [$x, $y][1], [$x, $y][-1], [$x, $y][2], { 'k' => 1, 'k' => 2 }['k']] }
notice(f(1, 'two'))
notice(f({ 'q' => 1 }, [2]))
function g($x) { $h = { 'a' => $x }; $h2 = $h + { 'b' => $h['a'] }; notice($h2); $h2['b'] + 1 }
notice(g(3))
function h($x) { [$a, $b] = [$x, $x + 1]; $c = [$b, $a]; "${c[0]} ${c[1]} ${c}" }
notice(h(3))
notice([1,2].map |$i| { { 'i' => $i, 'j' => [$i] }['j'][0] })
notice([1,2].map |$i| { ({ 'i' => $i } + { 'i' => "${i}!" })['i'] })
notice([1,2].map |$i| { ({ 'i' => $i } + ['a', 1])['a'] })
function k($x) { ({ 'a' => 1 } + $x)['a'] }
notice(k({ 'a' => 2 }), k([['a', 3]]))
notice([1,2].map |$i| { ([$i] + [2])[1] })
notice([1,2].map |$i| { { $i => 'x', 'y' => 1 }['y'] })
notice([1,2].map |$i| { { 'A' => 1, 'a' => 2 }['A'] })
