# and, or, not, in, ==; unit: 2000000 elem
$r = Integer[1, 2000000].reduce(0) |$acc, $x| {
  if ($x % 2 == 0 and $x % 3 != 0) or !($x % 5 > 2) { $acc + 1 } else { $acc }
}
notice("CHECK ${r}")
