# spec: 003 "Required, Optional, and Repeated Parameters": the type of the repeated parameter is that of each
function f(Numeric $a, Numeric $b = 2, String *$rest) { [$a, $b, $rest] }
notice(f(1), f(1, 2.5, 'x', 'y'))
notice(f(1, 2, 'x', 3))
