call('fail', 'boom')
