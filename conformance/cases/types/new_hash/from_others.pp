notice(Hash([[a, 1], [b, 2]]), Hash([a, 1, b, 2]), Hash({ a => 1 }), Hash(['x', 'y']), Hash([]), Hash([[0, a], [1, b]]), Hash(['a', 'b'].map |$i, $v| { [$i, $v] }))
notice(Hash([[[0], 'x'], [['k'], 'v']], 'tree'), Hash([[[], {}], [['a'], {}], [['a', 0], 1]], 'hash_tree'))
