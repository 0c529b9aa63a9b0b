# Ackermann, untyped; unit: 1033398 call
function ack($m, $n) {
  if $m == 0 { $n + 1 } elsif $n == 0 { ack($m - 1, 1) } else { ack($m - 1, ack($m, $n - 1)) }
}
$r = Integer[1, 6].reduce(0) |$a, $i| { $a + ack(2, 200) + ack(3, 5) }
notice("CHECK ${r}")
