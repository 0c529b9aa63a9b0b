# destructuring assignment of the state; unit: 320000 step
$t = Integer[0, 79].reduce(0) |$acc, $py| {
  $ci = $py * 2.0 / 80 - 1.0
  $acc + Integer[0, 79].reduce(0) |$a, $px| {
    $cr = $px * 3.0 / 80 - 2.0
    $z = Integer[1, 50].reduce([0.0, 0.0, 0]) |$s, $i| {
      [$zr, $zi, $n] = $s
      if $zr * $zr + $zi * $zi > 4.0 { $s } else { [$zr * $zr - $zi * $zi + $cr, 2.0 * $zr * $zi + $ci, $n + 1] }
    }
    $a + $z[2]
  }
}
notice("CHECK ${t}")
