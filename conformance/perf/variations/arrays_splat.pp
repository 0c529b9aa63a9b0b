# splat into new arrays; unit: 200000 elem
$r = Integer[1, 200000].reduce(0) |$m, $i| {
  $a = [$i, $i + 1]
  $b = [*$a, 3, *$a]
  ($m + $b[4] + $b.size) % 1000003
}
notice("CHECK ${r}")
