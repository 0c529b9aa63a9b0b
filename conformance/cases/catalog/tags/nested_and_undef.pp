notify { 'x': tag => [['a', ['b']], undef] }
