# outside ASCII; unit: 150000 elem
$r = Integer[1, 150000].reduce(0) |$m, $i| {
  $s = "größe-${i}: ünïcödé"
  $m + $s.length + $s.upcase[0, 5].length
}
notice("CHECK ${r}")
