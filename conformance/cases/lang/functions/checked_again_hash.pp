# Spec: 004 "Calls": a parameter's type is checked at each call, also of a hash that has grown or changed since.
function total(Hash[String, Integer] $h, String $k) { $h[$k] }
function grow(Hash[String, Any] $h, Integer $i) { $h + { "k${i}" => if $i == 57 { 'x' } else { $i } } }
$r = Integer[1, 56].reduce({}) |$m, $i| { grow($m, total(grow($m, $i), "k${i}")) }
notice(total($r, 'k40'), size($r))
$changed = Integer[1, 40].reduce($r) |$m, $i| { $m + { "k${i}" => total($m, "k${i}") * 2 } }
notice(total($changed, 'k40'), total($r, 'k40'))
$wide = $changed + { 'k7' => undef }
notice(total($changed, 'k7'))
$t = Integer[1, 3].map |$i| { total($changed - "k${i}", 'k9') }
notice($t)
notice(total($wide, 'k9'))
