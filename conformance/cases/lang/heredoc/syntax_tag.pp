# a syntax tag, with blanks around it
notice(@(A:json))
{"a": 1}
|-A
notice(@("A":text), @(A : x+y))
b
|-A
c
|-A
notice(@(A:pp/n))
notice(1)\n
|-A
