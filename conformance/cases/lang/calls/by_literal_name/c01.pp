call('size')
