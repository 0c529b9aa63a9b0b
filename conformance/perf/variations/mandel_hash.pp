# the state in a hash; unit: 320000 step
$t = Integer[0, 79].reduce(0) |$acc, $py| {
  $ci = $py * 2.0 / 80 - 1.0
  $acc + Integer[0, 79].reduce(0) |$a, $px| {
    $cr = $px * 3.0 / 80 - 2.0
    $z = Integer[1, 50].reduce({ 'r' => 0.0, 'i' => 0.0, 'n' => 0 }) |$s, $i| {
      if $s['r'] * $s['r'] + $s['i'] * $s['i'] > 4.0 { $s } else {
        { 'r' => $s['r'] * $s['r'] - $s['i'] * $s['i'] + $cr, 'i' => 2.0 * $s['r'] * $s['i'] + $ci, 'n' => $s['n'] + 1 }
      }
    }
    $a + $z['n']
  }
}
notice("CHECK ${t}")
