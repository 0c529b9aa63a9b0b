# a bare word is not a variable
foo = 1
