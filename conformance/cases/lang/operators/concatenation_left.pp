# spec: 004 "+ (concatenation)": without an array on the left it is addition
notice(1 + [1, 2, 3])
