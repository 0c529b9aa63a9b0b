# spec: 004 "Assignment", a nested pattern is a key of names
function g($x) { [$a, [$b, $c]] = $x
  $a }
notice(g({a => 1, b => 2}))
