notice(call('abs'))
