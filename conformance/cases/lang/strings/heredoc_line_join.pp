# spec: 001 "Suppressing literal line breaks": with L a backslash at the end of a line joins it
notice(@(A/L), @(B))
one \
two
|- A
one \
two
|- B
