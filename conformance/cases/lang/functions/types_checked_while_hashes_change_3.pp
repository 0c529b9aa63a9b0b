type T = Hash[String,Array[Integer]]
function f(T $h) { $h.size }
function is($h) { $h =~ T }
$r = Integer[1,70].reduce({'i0' => [0], 'i1' => [1], 'i2' => [2], 'i3' => [3], 'i4' => [4], 'i5' => [5], 'i6' => [6], 'i7' => [7], 'i8' => [8]}) |$memo, $i| {
  $t1 = if $i % 2 == 0 { ['x'] } else { [$i] }
  $v1 = $memo + { "z${$i - 1}" => $t1 }
  $c1 = is($v1)
  if !$c1 { notice("${i} 1 no ${v1.size}") }
  $v2 = $v1 + { "k${i}" => ([$i]) }
  $v2
}
notice($r.size, is($r))
notice($r.filter |$k,$v| { !($v =~ Array[Integer]) }.size)
