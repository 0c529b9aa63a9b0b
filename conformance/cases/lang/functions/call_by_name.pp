# spec: 003 "call_function": functions are called by name with a block
notice(call('map', [1, 2]) |$x| { $x * 2 }, call('max', 1, 2))
call('nosuch')
