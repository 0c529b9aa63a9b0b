# any line that ends with the end text ends the text
notice(@(A))
x
some words A
notice(@(A))
x
  A  y
BA
