# spec: 000 "Hash": an array of one item is odd, whatever the item
notice(Hash([[1], [2]]), Hash([[1, 2], 3]), Hash([{a => 1}, {b => 2}]), Hash([[1, 2]]))
notice(Hash([[1, 2, 3]]))
