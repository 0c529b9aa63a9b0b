notice(call('notice', 3))
