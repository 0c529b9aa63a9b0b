notice(call('strftime', 'x'))
