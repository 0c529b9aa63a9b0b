type T = Hash[String,Integer]
function f(T $h) { $h.size }
function is($h) { $h =~ T }
$r = Integer[1,12].reduce({'i0' => 0, 'i1' => 1, 'i2' => 2}) |$memo, $i| {
  $v1 = $memo + { "k${$i % 7}" => ($i) }
  $t2 = if $i % 3 == 0 { -1.5 } else { $i }
  $v2 = $v1 + { 'fix' => $t2 }
  $c2 = is($v2)
  if !$c2 { notice("${i} 2 no ${v2.size}") }
  $v2
}
notice($r.size, is($r))
notice($r.filter |$k,$v| { !($v =~ Integer) }.size)
