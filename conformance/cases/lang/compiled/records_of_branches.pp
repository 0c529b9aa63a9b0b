# Functions return one of two records through a condition; loops carry them; whoever keeps one sees it whole.
function either($i) { if $i % 3 == 0 { { 'x' => $i, 'y' => 'third' } } else { { 'x' => -$i, 'y' => undef } } }
function constant($i) { if $i % 2 == 0 { { 'w' => 3, 'h' => 4 } } else { { 'w' => 5, 'h' => [6] } } }
function forward(Hash $s, $i) { if $i % 4 == 0 { $s + { 'hits' => $s['hits'] + 1 } } else { $s + { 'last' => either($i)['x'] } } }
$sums = Integer[1, 60].reduce([0, 0]) |$m, $i| {
  $e = either($i)
  $c = constant($i)
  $n = case $e['y'] { 'third': { 100 } default: { 1 } }
  [$m[0] + $e['x'] * $n, $m[1] + $c['w'] + $c['missing'].then |$x| { 1000 }.lest || { 2 }]
}
notice($sums)
notice(Integer[1, 60].reduce({ 'hits' => 0, 'last' => undef, 'name' => 'n' }) |$s, $i| { forward($s, $i) })
notice(Integer[1, 40].map |$i| { $e = either($i)
  if $e['x'] > 30 { $e } else { $e['y'] } }[28, 6])
notice(Integer[1, 40].reduce(either(9)) |$m, $i| { if $i % 7 == 0 { either($i) } else { $m } })
