# spec: 000 "Integer": iterating over a range
Integer[1,5].each |$x| { notice $x }
notice(Integer[3, 5].map |$i, $x| { [$i, $x] }, Integer[-2, 2].filter |$x| { $x > 0 }, Integer[1, 4].reduce |$m, $x| { $m + $x }, Array(Integer[1, 3]), Integer[2, 2].map |$x| { $x })
Integer[default, 0].each |$x| { notice($x) }
