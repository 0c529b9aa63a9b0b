# a recursive function for the loop; unit: 640000 step
function steps(Float $zr, Float $zi, Float $cr, Float $ci, Integer $k) >> Integer {
  if $k == 0 or $zr * $zr + $zi * $zi > 4.0 { $k } else {
    steps($zr * $zr - $zi * $zi + $cr, 2.0 * $zr * $zi + $ci, $cr, $ci, $k - 1)
  }
}
$t = Integer[0, 159].reduce(0) |$acc, $py| {
  $acc + Integer[0, 159].reduce(0) |$a, $px| { $a + steps(0.0, 0.0, $px * 3.0 / 160 - 2.0, $py * 2.0 / 160 - 1.0, 50) }
}
notice("CHECK ${t}")
