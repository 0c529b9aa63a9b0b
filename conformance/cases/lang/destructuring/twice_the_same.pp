# spec: 004 "Assignment", a variable cannot be assigned twice
function f($x) { [$a, $a] = $x  $a }
notice(f([1, 2]))
