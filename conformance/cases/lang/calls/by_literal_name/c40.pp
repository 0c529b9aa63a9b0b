notice(call('return', 3))
