call('include', 'nope')
