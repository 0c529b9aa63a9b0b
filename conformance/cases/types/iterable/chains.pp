# spec: 000 "Iterator"
notice([1, 2, 3].reverse_each.step(2).map |$x| { $x * 100 })
notice([1, 2, 3].reverse_each =~ Iterator, [1, 2, 3].reverse_each.step(2) =~ Iterator, [1, 2, 3].reverse_each.map |$x| { $x } =~ Array, type([1, 2].reverse_each), type([1, 2].step(2), 'generalized'))
$a = *[1, 2, 3].reverse_each
notice($a =~ Array, $a, *[1, 2].step(1), [*[3, 4].reverse_each, 5])
