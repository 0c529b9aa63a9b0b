# shifts and a conditional; unit: 2000000 elem
$r = Integer[1, 2000000].reduce(1) |$acc, $x| {
  if $x % 3 == 0 { ($acc << 3) % 1000003 } else { ($acc >> 1) + $x }
}
notice("CHECK ${r}")
