# the workload; unit: 4000 iter
$n = 4000
function down($k) {
  if $k == 0 { 0 } else { $k + down($k - 1) }
}
function tak(Integer $x, Integer $y, Integer $z) >> Integer {
  if $y >= $x { $z } else { tak(tak($x - 1, $y, $z), tak($y - 1, $z, $x), tak($z - 1, $x, $y)) }
}
$r = Integer[1, $n].reduce(0) |$acc, $i| {
  ($acc + down(100) + tak(8, 4, $i % 4)) % 1000003
}
notice("CHECK ${r}")
