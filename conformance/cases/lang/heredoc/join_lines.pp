# L joins lines, after the margin is gone
notice(@(A/L))
  one \
  two \
  three\n
  |-A
