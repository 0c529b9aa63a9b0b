call('f')
function f(Integer $x) { $x }
