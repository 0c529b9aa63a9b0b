# spec: 003 "Creating a Function": a required parameter may follow an optional one, whose default is of no use
function f($a = 1, $b) { [$a, $b] }
notice(f(2, 3))
notice([[4, 5]].map |$p| { f(*$p) }, with(6, 7) |$x = 1, $y| { [$x, $y] })
f(2)
