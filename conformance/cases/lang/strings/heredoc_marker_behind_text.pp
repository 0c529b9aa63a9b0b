# spec: 001 "end marker": behind other text of its line too
notice(@(A))
  x | A
notice(@(B), 'next')
  y- B
notice(@(C))
  c C x
  | C
