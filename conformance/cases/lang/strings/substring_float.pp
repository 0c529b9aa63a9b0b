# spec: 001 "Accessing substrings": the index consists of integers
notice('abc'['1'], 'abc'[1.0])
