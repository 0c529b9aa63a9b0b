# spec: 004 "- (subtraction and negation)": negation of an array
notice(-[1])
