# spec: 001 "end marker": the code after the tag waits for the last heredoc
notice(@(A), @(B)) notice('same line')
a
| A
b
| B
notice('next line')
