# over an array; unit: 2000000 elem
$a = Array(Integer[1, 1000])
$r = Integer[1, 2000].reduce(0) |$m, $i| {
  $m + $a.reduce(0) |$acc, $x| { ($acc + $x * 3 + $x % 7) % 1000003 }
}
notice("CHECK ${r}")
