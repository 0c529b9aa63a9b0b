notice(call('max', 3, 'a', {}))
