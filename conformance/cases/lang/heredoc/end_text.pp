# end texts with blanks and other characters
notice(@(end of text))
a
|- end of text
notice(@( A-b.c ))
b
|-A-b.c
notice(@("Ä é"))
${1 + 1}
|- Ä é
notice(@('A'))
quotes count
|-'A'
