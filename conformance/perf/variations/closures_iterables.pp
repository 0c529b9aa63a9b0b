# nested each with arrays built inside; unit: 300000 iter
$r = Integer[1, 300000].reduce(0) |$m, $i| {
  $l = [$i, $i + 1, $i + 2].map |$x| { $x * 2 }
  $k = $l.filter |$x| { $x % 3 == 0 }
  ($m + $k.reduce(0) |$a, $x| { $a + $x }) % 1000003
}
notice("CHECK ${r}")
