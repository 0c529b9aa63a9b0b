# spec: 004 "- (removal)": without an array on the left it is subtraction
notice(1 - [1])
