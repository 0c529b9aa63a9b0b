# A sum of an array takes the items of another one, the entries of a hash, or a value as it is.
function plus(Array $a, $b) { $a + $b }
$others = [[1, 2], 3, 'x', 2.5, undef, true, { 'a' => 1 }, [], [[4]], {}, Integer, default]
notice($others.reduce([0]) |$m, $o| { plus($m, $o) })
notice(Integer[1, 30].reduce([]) |$m, $i| { $m + $i }.length)
notice(Integer[1, 30].reduce([1]) |$m, $i| { $m + [$i] + ($i % 2 ? { 0 => [0.5], default => $i }) }[20, 8])
$a = plus([1, 2], 3)
notice([$a + 4, $a + 5, $a])
