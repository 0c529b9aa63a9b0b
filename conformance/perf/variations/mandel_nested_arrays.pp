# a complex number as an array in the state; unit: 320000 step
$t = Integer[0, 79].reduce(0) |$acc, $py| {
  $ci = $py * 2.0 / 80 - 1.0
  $acc + Integer[0, 79].reduce(0) |$a, $px| {
    $cr = $px * 3.0 / 80 - 2.0
    $z = Integer[1, 50].reduce([[0.0, 0.0], 0]) |$s, $i| {
      $c = $s[0]
      if $c[0] * $c[0] + $c[1] * $c[1] > 4.0 { $s } else { [[$c[0] * $c[0] - $c[1] * $c[1] + $cr, 2.0 * $c[0] * $c[1] + $ci], $s[1] + 1] }
    }
    $a + $z[1]
  }
}
notice("CHECK ${t}")
