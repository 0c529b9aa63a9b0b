# eight captured variables; unit: 500000 iter
$a = 1 $b = 2 $c = 3 $d = 4 $e = 5 $f = 6 $g = 7 $h = 8
$r = Integer[1, 500000].reduce(0) |$m, $i| {
  $s = [1, 2].reduce(0) |$x, $y| { $x + $y * ($a + $b + $c + $d + $e + $f + $g + $h) + $i }
  ($m + $s) % 1000003
}
notice("CHECK ${r}")
