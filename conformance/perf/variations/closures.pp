# the workload; unit: 60000 iter
$n = 60000
$r = Integer[1, $n].reduce(0) |$m, $i| {
  $k = $i % 11
  $inner = [1, 2, 3, 4].reduce(0) |$a, $x| {
    $y = $x * $k
    $a + [10, 20, 30].reduce(0) |$b, $z| { $b + $z * $y + $k }
  }
  $w = with($inner, $k) |$p, $q| { $p + $q }
  ($m + $w) % 1000003
}
notice("CHECK ${r}")
