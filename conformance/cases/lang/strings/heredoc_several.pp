# spec: 001 "end marker": several heredocs in a line follow each other
notice(@(A), @(B), @(A))
first
|- A
second
|- B
third
|- A
