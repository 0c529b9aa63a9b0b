# next and break; unit: 2000000 elem
$r = Integer[1, 2000].reduce(0) |$m, $i| {
  $s = Integer[1, 1000].map |$x| {
    if $x % 3 == 0 { next(0) }
    $x + $i
  }
  ($m + $s[5]) % 1000003
}
notice("CHECK ${r}")
