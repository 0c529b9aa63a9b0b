# compiled/later_loops: functions and types that code after a first loop uses for the first time
type Later::Small = Integer[0, 50]
type Later::Tree = Variant[Later::Small, Array[Later::Tree]]
type Later::Wrong = Integer[9, 1]
function later::twice(Later::Small $x) >> Later::Small { $x * 2 % 50 }
function later::tree(Later::Tree $t) { $t =~ Array }
function later::wrong(Later::Wrong $x) { $x }
function later::rest(Integer *$xs) { $xs.size }
$a = Integer[1, 3000].reduce(0) |$m, $i| { ($m + $i) % 1009 }
$b = Integer[1, 3000].reduce(0) |$m, $i| { ($m + later::twice($i % 50)) % 1009 }
$c = Integer[1, 3000].reduce(0) |$m, $i| {
  $v = if $i % 7 == 0 { [$i, [1]] } else { $i % 60 }
  $w = case $v {
    Later::Small: { 1 }
    Later::Tree: { if later::tree($v) { 2 } else { 3 } }
    Array[Later::Tree]: { 4 }
    default: { later::rest($i, 2) }
  }
  ($m + $w) % 1009
}
notice($a, $b, $c)
notice(Integer[1, 2000].map |$i| { $i =~ Optional[Later::Small] }.filter |$x| { $x }.size)
$d = Integer[1, 3000].reduce(0) |$m, $i| { if $i == 2999 { later::wrong($i) } else { $m + 1 } }
