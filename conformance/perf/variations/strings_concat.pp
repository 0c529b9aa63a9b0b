# interpolation of interpolations; unit: 300000 elem
$r = Integer[1, 300000].reduce(0) |$m, $i| {
  $a = "a${i}"
  $b = "${a}-${a}"
  $c = "<${b}>"
  $m + $c.length
}
notice("CHECK ${r}")
