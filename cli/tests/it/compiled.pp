function twice($x) { $x * 2 }
function sum($n) {
  $all = Integer[1, $n].reduce(0) |$memo, $x| { $memo + twice($x) }
  $groups = [1, 2, 3].unique |$k| { twice($n) }
  "${all} ${groups}"
}
Integer[1, 3000].each |$i| { sum($i % 7 + 1) }
notice(sum(10))
notice(sum(2))
notice([5, 3, 4].sort |$a, $b| { compare(twice($a), twice($b)) })
