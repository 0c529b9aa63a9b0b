# then, lest, with, tap; unit: 1000000 iter
$r = Integer[1, 1000000].reduce(0) |$m, $i| {
  $x = $i.then |$v| { $v + 1 }.lest || { 0 }
  $y = with($x, $m) |$a, $b| { $a + $b }
  $y % 1000003
}
notice("CHECK ${r}")
