notce('x')
