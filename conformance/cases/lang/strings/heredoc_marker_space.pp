# spec: 001 "end marker": any amount of space around pipe and hyphen
notice(@(A), @(B), @(C), @(D), @(E))
  a
  |-A
  b
  |  -  B
  c
  | -C
d
   -    D
  e
  |E
