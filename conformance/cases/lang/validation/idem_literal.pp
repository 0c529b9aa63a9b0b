# a literal as a statement
notice('before')
1
notice('after')
