# empty texts
notice("[${@(A)}]", length(@(B)), length(@(C)))
A

B

-C
