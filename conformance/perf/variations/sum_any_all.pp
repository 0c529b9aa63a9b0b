# any and all that stop early; unit: 2000000 elem
$r = Integer[1, 20000].reduce(0) |$m, $i| {
  $x = Integer[1, 200].any |$x| { $x == 100 }
  if $x { $m + 1 } else { $m }
}
notice("CHECK ${r}")
