# spec: 003 "Returned Type": asserted as the function returns
function f($x) >> Integer[0, 9] { if $x > 5 { return('big') } $x }
notice(f(5))
notice(f(6))
