# spec: 004 "hashes": a hash that a loop changes is given to functions that read it, keep it or return it
function best($table, $i) { max($table[$i - 1], if $i in $table { $table[$i] } else { 0 }) }
function deep($table, $i, $n) { if $n == 0 { $table["${i}"].then |$x| { $x + 1 } } else { deep($table, $i, $n - 1) } }
function keep($table, $i) { [$table, $i] }
function same($table) { $table }
$read = Integer[1, 40].reduce({ 0 => 1 }) |$m, $i| { $m + { $i => (best($m, $i) * 3 + $i) % 101 } }
notice($read[40], ' ', $read.length)
$texts = Integer[1, 40].reduce({ '0' => 1 }) |$m, $i| { $m + { "${i}" => deep($m, $i - 1, 3) } }
notice($texts['40'])
$kept = Integer[1, 5].reduce([{}, []]) |$m, $i| { [$m[0] + { $i => $i }, $m[1] + [keep($m[0], $i)]] }
notice($kept[1])
$alone = Integer[1, 12].reduce({}) |$m, $i| { $old = same($m) $new = $m + { $i % 4 => $old.length } $new }
notice($alone)
