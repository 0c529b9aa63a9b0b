notice(flatten([1, [2, [3, []]]], 4, [[5]]), flatten({ a => [1] }), flatten(), flatten(undef))
notice(join([1, [2, 'x'], undef, true, 2.5], '-'), join([]), join(['a']), join([{ a => 1 }, /r/], ' '), join([[], ['b']], ','))
