# ==, <, in; unit: 600000 elem
$w = ['alpha', 'Beta', 'gamma', 'delta', 'epsilon']
$r = Integer[1, 600000].reduce(0) |$m, $i| {
  $x = $w[$i % 5]
  if $x == 'beta' or $x < 'b' or 'silo' in $x { $m + 1 } else { $m }
}
notice("CHECK ${r}")
