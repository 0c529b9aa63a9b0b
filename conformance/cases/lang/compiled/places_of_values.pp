# spec: 013 "reverse_each", "step": elements are found by their places, in long and short values, also when a search ends early
$long = Integer[1, 300].map |$x| { $x * 7 % 301 }
$pairs = $long.map |$x| { if $x % 3 == 0 { [$x] } else { [$x, "p${x}"] } }
$entries = Hash($long.map |$x| { ["k${x}", $x] })
$sums = Integer[1, 200].reduce([0, 0, 0, 0]) |$memo, $i| {
  [$a, $b, $c, $d] = $memo
  [
    ($a + $long.reverse_each.map |$x| { $x + $i }.reduce |$s, $x| { ($s * 3 + $x) % 10007 }) % 10007,
    ($b + $long.step(7).filter |$x| { $x % 2 == 0 }[$i % 5]) % 10007,
    ($c + (if $long.reverse_each.any |$x| { $x == $i } { 1 } else { 2 }) + size($entries.reverse_each.map |$e| { $e[1] })) % 10007,
    ($d + size($pairs.step(2).map |$x| { $x }.filter |$x| { $x =~ Array[Integer, 1, 1] })) % 10007,
  ]
}
notice($sums)
notice($pairs.step(3).map |$x| { $x }[0, 5], $pairs.step(3).any |$x| { $x =~ Integer }, $pairs.step(3).all |$x| { $x =~ Array })
notice($pairs.step(3).reduce |$m, $x| { [$m, $x].flatten[0, 9] })
$long.step(50) |$x| { notice("step ${x}") }
$long[0, 5].reverse_each |$x| { notice("back ${x}") }
$counted = Integer[1, 300].map |$i| { size(3.map |$x| { $x * $i }) + $i.reduce(0) |$s, $x| { $s + $x } + size("n${i}".reverse_each.map |$c| { $c }) }
notice($counted[0, 4], $counted[-2, 2])
notice([0, 2].map |$n| { $n.map |$x| { $x } }, 4.filter |$x| { $x > 1 }, 4.any |$x| { $x == 3 })
