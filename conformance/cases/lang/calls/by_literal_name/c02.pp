call('nope', 1)
