# spec: group_by and partition with literal lambdas in code that is compiled
function grouped($list) { $list.group_by |$x| { $x % 3 } }
function grouped_pairs($over) { $over.group_by |$key, $value| { "${key}${value}"[-1] } }
function parted($list) { partition($list) |$x| { $x =~ Integer[3] } }
function parted_entries($hash) { $hash.partition |$entry| { $entry[1] } }
$sums = Integer[1, 300].reduce([0, 0]) |$sums, $i| {
  $groups = grouped([$i, $i + 1, $i + 2, $i + 3])
  $halves = parted([$i % 7, 'a', $i % 5])
  [$sums[0] + size($groups[$i % 3]), $sums[1] + size($halves[0])]
}
notice($sums)
notice(grouped([]), parted([]), grouped_pairs({}))
notice(grouped_pairs({ 'a' => 1, 'b' => 2, 'c' => 11 }))
notice(grouped_pairs(['a', 'b', 'a']))
notice([1, '1', 1.0, undef, [1], [1.0], { 'k' => 1 }, 'A', 'a', { 'k' => 1 }, true, default].group_by |$x| { $x })
notice(parted_entries({ 'a' => true, 'b' => undef, 'c' => 0 }))
notice([1, 2, 3].map |$i| { [4, 5].group_by |$x| { if $i == 2 { next('two') } $x } })
$none = [[1, 2, 3]].each |$list| { $list.partition |Integer $x| { $x > 1 } }
notice($none)
grouped(Integer[1, 3])
