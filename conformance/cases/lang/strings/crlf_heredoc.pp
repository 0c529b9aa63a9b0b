# spec: 001 "Line breaks": heredocs keep CR LF of the file
notice(@(A).length, @(B/L).length, @(C).length)
  a
  b
  | A
  a \
  b
  | B
  c
  |- C
notice('after')
