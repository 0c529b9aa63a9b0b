function g($x) { [$x, "g${x}".size] }
$r = Integer[1,200].map |$i| {
  $g = Integer[1,1].map |$j| { "t${i}-42" }
  $g
}
notice($r.size, md5("${r}"))
notice("${r[0]}"[0,60])
