# a match has effects
'abc' =~ /b(c)/
notice($1)
