# the first infinite result of a chain is the error
$w = Integer[1,100].reduce(1.0) |$m, $i| {
  $a = $m * 1.0e10
  $b = $a * 1.0e10 + 1.0
  $c = $b - $a
  $c * 2.0
}
notice($w)
