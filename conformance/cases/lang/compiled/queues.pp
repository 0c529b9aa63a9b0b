# spec: 004 "array slices": the end of an array that lost items grows, other views stay as they are
$r = Integer[1, 2000].reduce([[1, 2], 0]) |$m, $i| {
  [$q, $sum] = $m
  $rest = $q[1, -1]
  $left = $rest + [$i]
  $right = $rest << 'x'
  $both = if $i % 3 == 0 { $left + [$i + 1, 2.5] } else { $left }
  [$both, $sum + $right.length + $left[-1]]
}
notice($r[1], ' ', $r[0].length, ' ', $r[0][0, 4], ' ', $r[0][-3, -1])
$base = [1, 2, 3, 4]
$end = $base[2, 2]
notice($end + [5], $end << 6, $base[1, -1] + [7], $base + [8], $base, $end, $base[1, 2] + [9], $base[4, 1] + [10])
