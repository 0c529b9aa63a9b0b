# flatten, unique, reverse, size, first; unit: 600000 elem
$r = Integer[1, 20000].reduce(0) |$m, $i| {
  $a = [[$i % 7, 2], [3, [4, $i % 5]], 2].flatten
  $b = $a.unique
  ($m + $b.size + $a.size + $b.sort[0] + $a.max) % 1000003
}
notice("CHECK ${r}")
