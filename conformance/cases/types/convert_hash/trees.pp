# spec: 000 "Hash"
notice(Hash([[['a', 'b'], 1], [['a', 'c'], [2]], [['a', 'c', 1], 3]], 'tree'))
notice(Hash([[['a'], [1, [2]]]], 'hash_tree'))
notice(Hash([[['a'], [1]], [['a', 'x'], 2]], 'tree'))
