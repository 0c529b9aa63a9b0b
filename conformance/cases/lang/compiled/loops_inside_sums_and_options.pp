# spec: 004 "`+` (addition)"; operands stay what they were when code is entered at a loop between two operations
# The inner loops get hot first, so code is entered there, in the middle of a round of the outer ones.
$sums = Integer[1, 2000].reduce([1, 1]) |$memo, $i| {
  [$a, $b] = $memo
  [($a + (($a + 100) + size(Integer[1, 50 + $b % 2].map |$x| { $x }))) % 1000003, ($b + $a % 1000) % 1000003]
}
$reversed = Integer[1, 2000].reduce([1, 1]) |$memo, $i| {
  [$a, $b] = $memo
  [($a + (($a + 100) + size(sort([$b % 97, 1]).reverse_each.map |$x| { $x }))) % 1000003, ($b + $a % 1000) % 1000003]
}
notice($sums, $reversed)
$arms = Integer[1, 2000].reduce(0) |$memo, $i| {
  $memo + case [$i % 3, "n${$i % 2}"] {
    Integer[1, 50].map |$x| { $x + $i }: { 100 }
    [1, 'n0']: { 3 }
    [2, 'n1']: { 4 }
    default: { 5 }
  }
}
function unread(Array[Integer] $list, Integer $n) { $n + 1 }
$given = Integer[1, 2000].reduce(0) |$memo, $i| {
  $memo % 1000 + unread([$i, 2], size(Integer[1, 50].map |$x| { $x + $i }))
}
notice($arms, $given)
