# spec: 001 "Stripping indentation": without a pipe nothing is stripped
notice(@(A), @(B))
    a
      b
    A
  c
- B
