# spec: 004 "Assignment", a wrong count of a nested pattern
function g($x) {
  notice('before')
  [$a, [$b, $c]] = $x
  $a }
notice(g([1, [2]]))
