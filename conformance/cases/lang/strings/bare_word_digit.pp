# spec: 001 "Bare words": a bare word begins with a lower case letter, not with a digit
notice(9lives)
