# a call in parentheses is one
(notice('in'))
notice('after')
