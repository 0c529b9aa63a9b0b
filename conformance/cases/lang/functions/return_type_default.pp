# spec: 003 "Returned Type": without one it is Any
function f($x) { $x }
notice(f(undef), f('a'))
