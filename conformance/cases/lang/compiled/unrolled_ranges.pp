# spec: loops over short literal ranges in loops
$made = Integer[1, 300].map |$i| {
  $sum = Integer[2, 4].reduce(0) |$sum, $k| { if $k == 3 and $i % 2 == 0 { next($sum) } $sum + $k * $i }
  $first = Integer[1, 3].reduce |$memo, $k| { if $k == 3 { break() } "${memo}${k}" }
  $cut = Integer[0, 5].map |$k| { if $k * $i > 600 { break() } $k + $i }
  $same = Integer[7, 8].each |$k| { if $k == 9 { fail('never') } }
  $any = Integer[1, 4].any |$k| { $k == $i }
  $pairs = Integer[1, 2].map |$at, $k| { [$at, $k] }
  [$sum, $first, $cut, $same, $any, $pairs]
}
notice($made[0], $made[299])
notice(Integer[1, 300].map |$i| { Integer[5, 5].filter |$k| { $k == $i } }[4])
function f($n) { Integer[1, 3].each |$k| { if $k == $n { return("found ${k}") } } }
notice(Integer[0, 4].map |$n| { f($n) })
$none = Integer[1, 2].each |$i| { Integer[3, 1].each |$k| { notice($k) } }
