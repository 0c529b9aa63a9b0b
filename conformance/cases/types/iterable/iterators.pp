# spec: 000 "Iterator"
$r = [1, 2, 3].reverse_each.step(2).map |$x| { $x * 100 }
notice($r)
$a = *[1,2,3].reverse_each
notice($a =~ Array, [1,2,3].reverse_each =~ Iterator, [1,2,3].reverse_each =~ Array)
