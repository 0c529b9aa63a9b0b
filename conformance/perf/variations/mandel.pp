# the workload; unit: 1280000 step
$n = 160
$iters = 50
$total = Integer[0, $n - 1].reduce(0) |$rowacc, $py| {
  $ci = $py * 2.0 / $n - 1.0
  $row = Integer[0, $n - 1].reduce(0) |$colacc, $px| {
    $cr = $px * 3.0 / $n - 2.0
    $z = Integer[1, $iters].reduce([0.0, 0.0, 0]) |$s, $i| {
      $zr = $s[0]
      $zi = $s[1]
      if $zr * $zr + $zi * $zi > 4.0 {
        $s
      } else {
        [$zr * $zr - $zi * $zi + $cr, 2.0 * $zr * $zi + $ci, $s[2] + 1]
      }
    }
    $colacc + $z[2]
  }
  $rowacc + $row
}
notice("CHECK ${total}")
