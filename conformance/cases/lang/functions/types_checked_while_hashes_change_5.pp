type T = Hash[String,Array[Integer]]
function f(T $h) { $h.size }
function is($h) { $h =~ T }
$r = Integer[1,70].reduce({'i0' => [0], 'i1' => [1], 'i2' => [2], 'i3' => [3], 'i4' => [4], 'i5' => [5], 'i6' => [6], 'i7' => [7], 'i8' => [8]}) |$memo, $i| {
  $t1 = if $i % 3 == 0 { ['x'] } else { [$i] }
  $v1 = $memo + { "z${$i - 1}" => $t1 }
  $v2 = $v1 + { 'fix' => [1], "y$i" => [$i] }
  $c2 = is($v2)
  if !$c2 { notice("${i} 2 no ${v2.size}") }
  $v3 = $v2 + { "z${$i - 1}" => ([$i]) }
  $c3 = is($v3)
  if !$c3 { notice("${i} 3 no ${v3.size}") }
  $v4 = $v3 - 'fix'
  $c4 = is($v4)
  if !$c4 { notice("${i} 4 no ${v4.size}") }
  $v5 = $v4 + { "k${i}" => ([$i]) }
  $t6 = if $i % 9 == 1 { undef } else { [$i] }
  $v6 = $v5 + { "z${$i - 1}" => $t6 }
  $c6 = is($v6)
  if !$c6 { notice("${i} 6 no ${v6.size}") }
  $v6
}
notice($r.size, is($r))
notice($r.filter |$k,$v| { !($v =~ Array[Integer]) }.size)
