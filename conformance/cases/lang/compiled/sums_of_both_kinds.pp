# spec: 004 "arithmetic": sums of Floats and of what may be an Integer or a Float, also as what a loop carries on
$sums = Integer[1, 900].reduce([0.0, 0, 1]) |$memo, $i| {
  [$a, $b, $c] = $memo
  $mixed = if $i % 3 == 0 { $i % 97 } else { 10.5 }
  [($a * 0.5) + (max(0.5, $mixed) + $i), min($b + $mixed, 1000), $c + abs(-$i) % 7]
}
notice(sprintf('%.6f %s %s', $sums[0], $sums[1], $sums[2]))
$float = Integer[1, 900].reduce(1.0) |$memo, $i| {
  $step = case $i % 4 { 0: { 2 } 1: { 0.25 } 2: { 3 } default: { 1.5 } }
  max($memo * $step, 0.001) - $step / 1000.0 + abs(-0.5 * $memo) / 1000000
}
notice(sprintf('%.6e', $float))
$kinds = Integer[1, 600].map |$i| { max(1, if $i % 2 == 0 { 1.0 } else { 1 }, $i % 3) }
notice($kinds[0, 6], $kinds[594, 6])
$past = abs(-9223372036854775807 - 1)
$big = Integer[1, 300].reduce([0.0, 0]) |$memo, $i| {
  [$a, $b] = $memo
  [$a + (if $i == 299 { $past } else { $i }), max($b, if $i == 298 { $past } else { 0.5 })]
}
notice($big)
$huge = Integer[1, 400].reduce(1.5) |$memo, $i| { $memo * (if $i % 2 == 0 { 1000 } else { 10.5 }) }
notice($huge)
