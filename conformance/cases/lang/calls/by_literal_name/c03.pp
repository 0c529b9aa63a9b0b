call('size', 1, 2)
