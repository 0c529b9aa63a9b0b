notice(call('next', 3))
