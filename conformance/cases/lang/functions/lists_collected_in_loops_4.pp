function g($x) { [$x, "g${x}".size] }
$r = Integer[1,200].map |$i| {
  $g = Integer[1,1].map |$j| { g(Integer[1,3].reduce([]) |$mx14, $x14| { $mx14 + ["t${i}-60"] }) }
  $g
}
notice($r.size, md5("${r}"))
notice("${r[0]}"[0,60])
