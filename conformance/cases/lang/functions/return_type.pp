# spec: 003 "Returned Type": the return type is asserted
function f($x) >> Integer { $x }
notice(f(1))
f('a')
