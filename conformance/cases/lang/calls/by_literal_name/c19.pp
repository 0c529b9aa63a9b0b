notice(call('call', 'size', [1]))
