# spec: 004 "Assignment", a hash without the key
function g($x) { [$a, $zz] = $x
  $a }
notice(g({a => 1, b => 2}))
