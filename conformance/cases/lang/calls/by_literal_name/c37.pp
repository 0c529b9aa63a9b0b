notice(call('Integer', 3))
