# spec: loops over literal ranges, conversions of values that have the type already
function sums($n) { Integer[1, 3].reduce(0) |$sum, $i| { $sum + Integer($n) * Integer($i) } }
function kinds($x) { [Integer($x), Float(1.5), String("s${x}"), Integer("${x}", 10), Float($x), String($x)] }
$made = Integer[1, 300].map |$i| { [sums($i), Integer[-1, 1].map |$k| { $k * $i }, Integer[2, 2].map |$k| { $k }, kinds($i)] }
notice($made[0], $made[299])
notice(Integer[1, 300].map |$i| { unique([$i % 3, $i % 2, $i % 3, 'a', 'a', 1.0]) }[299])
notice(Integer[1, 300].map |$i| { [$i % 3, $i % 2, 7, 7] - [$i % 2] }[298])
notice(unique([1, 1, 2, 1]), unique([]), unique(['a', 'A', 'a']), unique([[1], [1], [1.0]]), [1, 2.0, 2] - [2], [1, 2, 3] - [])
notice(Integer[1, 300].map |$i| { [$i, 1, 2].reverse_each.map |$x| { $x } }[299])
notice(Integer[1, 300].map |$i| { Integer[1, 9].step(4).map |$x| { $x + $i } }[299])
[1, 2, 3, 4, 5].step(2) |$x| { notice($x) }
[].reverse_each |$x| { notice($x) }
Integer[3, 1].map |$x| { $x }
