notice(call('each', [1]))
