# Variables of the code around a block are handed to functions from blocks that built-ins call.
function g($y) { $y }
function typed(Integer $y) { $y + 1 }
function text(String[1] $y) { "<${y}>" }
function maybe(Optional[Integer] $y = undef) { $y }
function many(Integer $first, Integer *$rest) { $first + $rest.length }
function grouped($x) { [1,2].group_by |$k| { g($x) } }
function group_typed($x) { [1,2].group_by |$k| { typed($x) + typed($k) } }
function sorted($x) { [3,1,2].sort |$a, $b| { compare(g($a), g($b)) * g($x) } }
function greatest($x) { max(3, 1, 2) |$a, $b| { compare($a, $b) * g($x) } }
function least($x) { min(3, 1, 2) |$a, $b| { compare($a, $b) * typed($x) } }
function parted($x) { [1,2,3].partition |$k| { $k > g($x) } }
function at($x) { [1,2,3].index |$k| { $k == typed($x) } }
function tree($x) { [1,[2,[3]]].tree_each.map |$k| { g($x) } }
function tree_block($x) { [1,[2]].tree_each |$p, $v| { typed($x) } }
function asserted($x) { assert_type(String, $x) |$expected, $actual| { many($x, $x, $x) } }
function found($x) { { 'a' => 1, 'b' => 2 }.index |$k, $v| { typed($v) > typed($x) } }
function nested($x, $y) { [1,2].group_by |$k| { [3,4].group_by |$l| { typed($x) + typed($y) + typed($l) } } }
function defaulted($x, $y = $x) { [1,2].group_by |$k, $l = $x| { g($y) } }
function rest($x, *$more) { [1,2].group_by |*$k| { [g($x), g($more)] } }
function typed_rest(Integer $x, Integer *$more) { [1,2].group_by |$k| { many($x, *$more) } }
function matched($x) {
  if $x =~ /(\d)(\d)?/ { [1,2].group_by |$k| { text($1) } } else { 'no' }
}
function declared(Integer $x, String $s) { [1,2].group_by |$k| { [typed($x), text($s), maybe($x)] } }
function assigned($x) {
  $z = $x + 1
  [1,2].group_by |$k| { $w = $z + $k; typed($w) }
}
function chosen($x) { $x.then |$v| { [1,2].group_by |$k| { typed($v) } } }
function scoped($x) { with($x) |$v| { [1,2].group_by |$k| { typed($v) + typed($x) } } }
Integer[1, 600].each |$i| {
  $n = $i % 5 + 1
  $all = [
    grouped($n), group_typed($n), sorted($n), greatest($n), least($n), parted($n), at($n), tree($n),
    tree_block($n), asserted($n), found($n), nested($n, $i), defaulted($n), rest($n, 1, 2),
    typed_rest($n, 1, 2), matched("${i}"), declared($n, 'x'), assigned($n), chosen($n), scoped($n),
  ]
  if $i % 200 == 0 { $all.each |$one| { notice($one) } }
}
