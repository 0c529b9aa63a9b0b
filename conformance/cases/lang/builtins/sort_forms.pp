notice(sort([3, 1, 2]), sort(['b', 'B', 'a', 'A']), sort('hello'), sort([]), [3, 1, 2].sort |$a, $b| { compare($b, $a) })
notice(['bb', 'a', 'ccc'].sort |$a, $b| { compare($b.size, $a.size) }, sort([1.5, 1, 2]))
