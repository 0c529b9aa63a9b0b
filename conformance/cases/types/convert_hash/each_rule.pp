# spec: 000 "Hash"
notice(Hash([]), Hash([['a', 1], ['b', 2]]), Hash(['a', 1, 'b', 2]), Hash([[1, 2], [3, 4]]), Hash({a => 1}), Hash({}))
notice(Hash(Integer[1, 4]), Hash([1, 2, 3, 4].reverse_each), Hash([['a', 1], ['a', 2]]), Hash(4), Hash([1, 2, 1, 3]))
notice(Hash('ab'))
