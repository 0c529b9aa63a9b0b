# spec: 001 "Syntax": a heredoc tag stands anywhere a string may
notice([@(A), 'x'].length, { @(B) => 1 })
one
| A
key
|- B
notice(@(C).length)
abc
|- C
