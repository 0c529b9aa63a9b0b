# hot code: calls give back what they take, however often and deep they are
function down($k) {
  if $k == 0 { 0 } else { $k + down($k - 1) }
}
function pick(Integer $a, Integer $b = 2) >> Integer {
  if $a > $b { return($a) }
  $b
}
$r = Integer[1, 60].reduce(0) |$acc, $i| { ($acc + down(20) + pick($i) + pick($i, 30)) % 1000003 }
notice($r)
