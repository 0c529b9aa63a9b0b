# spec: 003 "Creating a Function": the repeated parameter is the last
function f(*$a, $b) { [$a, $b] }
notice(f(1, 2))
