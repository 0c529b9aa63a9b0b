# split, join, strip, downcase; unit: 200000 elem
$r = Integer[1, 200000].reduce(0) |$m, $i| {
  $p = " A,B,${i} ".strip.downcase.split(',')
  $m + $p.join('-').length
}
notice("CHECK ${r}")
