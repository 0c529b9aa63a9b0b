# chains of Floats, infinity and what is no number, in hot code
function z(Float $a, Float $b) { $a / $b }
function chain(Float $a, Float $b) { $a * $a * $b - $b * $b + $a }
[1,2,3].each |$k| {
  $r = Integer[0, 200].reduce(1.5) |$m, $i| { if $m > 1000.0 { $m / 3.0 - 1.0 } else { $m * 1.5 + $i * 0.5 } }
  notice($r)
}
notice(Integer[1,100].map |$i| { chain($i * 1.0, 2.0) }[-1])
$big = 1.0e200
$t = Integer[1,100].reduce(0.0) |$m, $i| { $m + chain(if $i < 90 { 1.0 } else { 3.0 }, 2.0) }
notice($t)
$u = Integer[1,100].map |$i| { z(1.0 * $i, 4.0) }
notice($u[7])
$w = Integer[1,100].reduce(0.0) |$m, $i| { z(0.0, if $i == 99 { 0.0 } else { 1.0 }) }
