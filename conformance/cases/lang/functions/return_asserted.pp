# spec: 003 "Returned Type": asserted as the function returns; not what return() gives
function f($x) >> Integer[0, 9] { if $x > 9 { return('big') } $x }
notice(f(5), f(10))
notice(f(-1))
