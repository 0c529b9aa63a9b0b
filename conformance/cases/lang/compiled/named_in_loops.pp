# compiled/named_in_loops: functions by computed names, with alias types, beside a hash that grows
type Small = Integer[0, 10]
type Names = Variant[Enum['a', 'b'], Small]
function one(Small $x) { $x + 1 }
function two(Names $x, $y = 3) { "${x}${y}" }
function rest(Integer *$xs) { $xs.size }
function stops($x) { if $x == 9 { break() } $x }
$names = ['one', '::two', 'rest', 'TWO', 'size']
notice(Integer[1, 2000].reduce({}) |$m, $i| {
  $name = $names[$i % 4]
  $m + { "k${$i % 12}" => call($name, $i % 10), 'n' => $m.size }
})
notice(Integer[1, 2000].map |$i| { call($names[$i % 2], $i % 10) }[100, 9])
notice(Integer[1, 30].map |$i| { call(['one', 'stops'][$i / 8 % 2], $i % 10) })
$seen = Integer[1, 1500].reduce({}) |$memo, $i| {
  $text = if $i % 500 == 0 { call(['getvar', 'size'][0], 'memo') } else { call($names[$i % 2], 4) }
  $memo + { "x${$i % 9}" => $i, "t${$i}" => if $text =~ Hash { $text.size } else { $text } }.filter |$k, $v| { $k =~ /^x|00$/ }
}
notice($seen)
notice(Integer[1, 1500].reduce(0) |$m, $i| { $m + call($names[0], $i) })
