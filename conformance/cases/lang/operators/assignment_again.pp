# spec: 004 "= (assignment)": a second time, in the same scope
$x = 1
[1].each |$i| { $x = 2 notice($x) }
notice($x)
$x = 1
