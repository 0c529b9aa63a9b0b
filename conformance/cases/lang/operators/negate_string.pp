# spec: 004 "- (subtraction and negation)": negation takes a number
$x = 'a'
notice(-$x)
