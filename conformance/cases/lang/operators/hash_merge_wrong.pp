notice({ a => 1 } + 5)
