# a heredoc in an interpolation, its text behind the line
notice("a ${@(A)} b")
text
|-A
notice('after')
