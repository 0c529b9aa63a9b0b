# spec: 004 "* (splat)": in another context it is the array
$a = [1, 2]
$b = *$a
$c = *'x'
notice($b, $c, [*$a, 3], [*{a => 1}])
