# parentheses make no difference
(1 + 2)
notice('after')
