# spec: 001 "Single-quoted strings": line breaks in the string are literal
notice('one
two
  three')
notice('one
two'.split("\n"))
