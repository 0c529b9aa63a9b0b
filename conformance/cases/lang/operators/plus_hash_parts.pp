# reads of parts of sums of literals, in code that repeats
function right($x) { ({ 'a' => $x, 'b' => 2 } + { 'a' => 10 })['a'] }
function left($x) { ({ 'a' => 1, 'b' => 2 } + { 'b' => $x })['a'] }
function items($x) { $sum = [1, $x] + ['c', 'd'] [$sum[-2], $sum[1], $sum[7], $sum] }
function nested($x) { ({ 'a' => { 'k' => 1 } } + { 'b' => [$x] })['a']['k'] }
function key($x) { [$x in ({ 'a' => $x } + { 'b' => 2 }), 'A' in ({ 'a' => $x } + { 'b' => 2 }), 'c' in ({ 'a' => 1 } + { 'b' => $x }), 'b' in ({ 'a' => 1 } + { 'b' => $x })] }
$r = [3, 'a', undef].map |$x| { [right($x), left($x), items($x), nested($x), key($x)] }
notice($r)
$s = Integer[1, 5].reduce({ 'a' => 0, 'b' => 5 }) |$s, $i| {
  if $s['a'] > 2 { $s + { 'b' => 7 } } else { $s + { 'a' => $s['a'] + $i } }
}
notice($s)
$t = Integer[1, 5].reduce({ 'n' => 0 }) |$s, $i| { ($s + { 'n' => 1, 'm' => 2 }) + { 'n' => $s['n'] + $i } }
notice($t)
$u = Integer[1, 3].map |$i| { $d = { 'p' => 1, 'q' => { 'r' => $i } } + { 'p' => 2 } [$d['p'], $d['q']['r'], $d] }
notice($u)
