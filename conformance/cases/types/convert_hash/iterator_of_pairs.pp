# spec: 000 "Hash": an Iterable becomes an Array first
notice(Hash([['a', 1], ['b', 2]].reverse_each), Hash([1, 2, 3, 4, 5, 6].step(2).reverse_each.map |$x| { [$x, -$x] }))
notice(Hash({a => 1}.reverse_each))
