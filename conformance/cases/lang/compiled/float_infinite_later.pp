# an infinite result behind a comparison
$w = Integer[1,100].reduce([1.0, 2.0]) |$m, $i| {
  $a = $m[0] * $m[0]
  $b = $m[1] * 3.0
  $d = $m[1] * 1.0e20
  if $b > 1.0e100 and $d < 0.0 { $m } else { [$a - $b, $d * $d] }
}
notice($w)
