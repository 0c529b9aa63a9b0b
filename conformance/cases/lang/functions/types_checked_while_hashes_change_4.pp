type T = Hash[String,Integer[0]]
function f(T $h) { $h.size }
function is($h) { $h =~ T }
$r = Integer[1,40].reduce({'i0' => 0, 'i1' => 1, 'i2' => 2, 'i3' => 3, 'i4' => 4, 'i5' => 5, 'i6' => 6, 'i7' => 7, 'i8' => 8, 'i9' => 9, 'i10' => 10, 'i11' => 11, 'i12' => 12, 'i13' => 13, 'i14' => 14, 'i15' => 15, 'i16' => 16, 'i17' => 17, 'i18' => 18, 'i19' => 19, 'i20' => 20, 'i21' => 21, 'i22' => 22, 'i23' => 23, 'i24' => 24, 'i25' => 25, 'i26' => 26, 'i27' => 27, 'i28' => 28, 'i29' => 29, 'i30' => 30, 'i31' => 31, 'i32' => 32}) |$memo, $i| {
  $v1 = $memo - "z${$i - 1}"
  $c1 = is($v1)
  if !$c1 { notice("${i} 1 no ${v1.size}") }
  $v2 = $v1.filter |$k, $x| { $x =~ Integer[0] }
  $c2 = $v2 =~ T
  if !$c2 { notice("${i} 2 no ${v2.size}") }
  $v3 = $v2 + { "k${$i % 7}" => 1, "y$i" => $i }
  $t4 = if $i % 6 == 0 { undef } else { $i }
  $v4 = $v3 + { "k${i}" => $t4 }
  $c4 = $v4 =~ T
  if !$c4 { notice("${i} 4 no ${v4.size}") }
  $v4
}
notice($r.size, is($r))
notice($r.filter |$k,$v| { !($v =~ Integer[0]) }.size)
