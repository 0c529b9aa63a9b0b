# tak without types; unit: 600000 iter
function tak($x, $y, $z) {
  if $y >= $x { $z } else { tak(tak($x - 1, $y, $z), tak($y - 1, $z, $x), tak($z - 1, $x, $y)) }
}
$r = Integer[1, 2000].reduce(0) |$m, $i| { $m + tak(9, 5, $i % 4) }
notice("CHECK ${r}")
