call('warning', 'x')
