# hot code: constants of every kind
function lit() { ['a', { 'k' => [1, 2, { 'x' => undef }] }, /r/, default, -1.5] }
$a = lit() + [9]
$b = lit() << 7
$h = { 'é' => 1, 2 => [], undef => 'u', [1, 2] => 'arr', { 'q' => 1 } => 2, 1.0 => 'f' }
notice($a, $b, lit(), $h['é'], $h[[1, 2]], $h[{ 'q' => 1 }], $h[2], $h[1.0], $h[undef], $h['nosuch'])
$g = Integer[1, 80].map |$i| { $h + { $i => $i } }
notice($g[79].size, $h.size, $g[0].keys)
notice(Integer[1, 60].map |$i| { [[1, 2], [3]] + [$i] }[59], Integer[1, 60].reduce([1]) |$m, $i| { if $i % 2 == 0 { $m } else { $m + [1] } }.size)
