# spec: 004 "- (subtraction and negation)": the difference; negation
$x = 5
notice(3 - 5, 3.5 - 1, -$x, - -$x, 0 - $x, -0.0)
