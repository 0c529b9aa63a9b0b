function f(Integer $x) { fail('a') }
function g() { call('f', 1) }
g()
