# spec: 004 "- (subtraction and negation)": zero minus the operand
notice(-5 == 0 - 5, -(-5), - 1.5, -0, -0.0, -(0.0))
