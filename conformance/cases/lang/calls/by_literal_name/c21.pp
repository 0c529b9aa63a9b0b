notice(call('::size', [1]))
