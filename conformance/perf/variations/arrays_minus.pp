# difference and membership; unit: 600000 elem
$a = Array(Integer[1, 30])
$r = Integer[1, 20000].reduce(0) |$m, $i| {
  $b = $a - [$i % 30, 3]
  if ($i % 30) in $b { $m } else { $m + $b.size }
}
notice("CHECK ${r}")
