# the workload; unit: 600000 merge
$n = 600000
$h = Integer[1, $n].reduce({}) |$acc, $i| {
  $k = "k${$i % 500}"
  $old = $acc[$k]
  if $old {
    $acc + { $k => $old + $i }
  } else {
    $acc + { $k => $i }
  }
}
$sum = $h.values.reduce(0) |$acc, $v| { ($acc * 31 + $v) % 1000003 }
notice("CHECK ${h.size} ${sum}")
