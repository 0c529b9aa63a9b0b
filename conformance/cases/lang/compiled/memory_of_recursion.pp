# spec: 004 "functions": data made in calls that return numbers, texts and collections of it
function ways($amount, $coins) {
  if $amount == 0 { 1 } elsif $amount < 0 or $coins.empty { 0 }
  else { ways($amount - $coins[0], $coins) + ways($amount, $coins[1, -1]) }
}
function tree($depth, $name) {
  if $depth == 0 { { 'name' => "leaf ${name}", 'kids' => [] } }
  else { { 'name' => $name, 'kids' => [tree($depth - 1, "${name}0"), tree($depth - 1, "${name}1")] } }
}
function names($tree) { $tree['kids'].reduce([$tree['name']]) |$all, $kid| { $all + names($kid) } }
function seen($n, $hash) { if $n == 0 { $hash } else { seen($n - 1, $hash + { "k${$n % 7}" => [$n, "v${n}"] }) } }
notice(ways(120, [50, 20, 10, 5, 2]))
$names = names(tree(7, 'n'))
notice($names.length, ' ', $names[0], ' ', $names[-1], ' ', $names[77])
notice(Integer[1, 40].map |$i| { seen(60, { 'first' => [$i] }) }[39])
