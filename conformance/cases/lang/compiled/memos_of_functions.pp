# hot code: functions that give memos away
function count(Array $list, Hash $into = {}) { $list.reduce($into) |$m, $x| { $m + { $x => pick($m[$x], 0) + 1 } } }
function pick2($a, $b) { if $a == undef { $b } else { $a } }
function tally(Array $list, Hash $into = {}) { $list.reduce($into) |$m, $x| { $m + { $x => pick2($m[$x], 0) + 1 } } }
$base = { 'a' => 10 }
$all = Integer[1, 50].map |$i| { tally(['a', 'b', "c${$i % 3}"], $base) }
notice($all[0], $all[49], $base)
$chain = Integer[1, 50].reduce($base) |$m, $i| { tally(['a', "d${$i % 15}"], $m) }
notice($chain, $base)
$five = Integer[1, 9].reduce([$base]) |$m, $i| { $m + [tally(["e${i}", 'a'], $m[-1])] }
notice($five[0], $five[4], $five[9])
