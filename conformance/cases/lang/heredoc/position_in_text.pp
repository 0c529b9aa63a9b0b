# positions in the text are those of the file
notice(@("A"))
    first
    é ${[1, 2][0]} ${undefined_function(1)}
    |-A
