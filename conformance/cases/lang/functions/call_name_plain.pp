# spec: 003 "call_function": the name is given without any prefix, qualified if it is
function m::n($x) { "n of ${x}" }
notice(call('m::n', 1), call('upcase', 'a'))
notice(call('function_upcase', 'a'))
