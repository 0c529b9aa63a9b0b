# spec: 001 "Accessing substrings": an index has at least one integer
notice('abc'[])
