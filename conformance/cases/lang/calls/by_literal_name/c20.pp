notice(call('CALL', 'SIZE', [1]))
