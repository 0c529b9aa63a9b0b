# spec: 000 "Hash"
notice(Hash([]), Hash([['a', 1]]), Hash(['a', 1, 'b', 2]), Hash({a => 1}), Hash([1, 2].reverse_each))
notice(Hash([1, 2, 3]))
