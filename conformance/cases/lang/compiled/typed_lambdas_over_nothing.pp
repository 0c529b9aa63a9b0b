# the types of a lambda's parameters are evaluated where there is nothing to iterate over, also in compiled code
function sum($list) { $list.map |Integer $x| { $x + 1 } }
function pairs($hash) { $hash.filter |String $k, Integer $v| { $v > 1 } }
function lists($lists) { $lists.map |Array $l| { $l.filter |Integer $x| { $x > 2 } } }
function count($to) { Integer[1, $to].reduce(0) |Integer $memo, Integer $i| { $memo + $i } }
function unknown($list) { $list.each |Nope $x| { notice($x) } }
Integer[1, 300].each |$i| {
  $list = $i % 3 ? { 0 => [], default => [$i] }
  sum($list)
  pairs($i % 4 ? { 0 => {}, default => { a => $i, b => 1 } })
  lists([$list, []])
  count($i)
}
notice(sum([]), sum([1]), pairs({}), pairs({ a => 2 }), lists([]), lists([[1, 3]]), count(1), count(9))
$all = Integer[1, 300].map |$i| { sum($i % 2 ? { 0 => [], default => [$i, $i] }).length }
notice($all.reduce |$a, $b| { $a + $b })
unknown([])
