# spec: 001 "Accessing substrings": an index has one or two integers
notice('abc'[0, 1, 2])
