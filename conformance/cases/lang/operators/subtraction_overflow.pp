# spec: 004 "- (subtraction and negation)": beyond 64 bits
notice(-9223372036854775807 - 1)
notice(-9223372036854775807 - 2)
