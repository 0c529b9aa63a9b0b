notice(reduce(5, 6, 7) |$a, $b| { 1 })
