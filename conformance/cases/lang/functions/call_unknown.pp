# spec: 003 "call_function": an unknown function
notice(call('size', [1, 2]), call('with', 1) |$x| { $x + 1 })
notice(call('nope', 1))
