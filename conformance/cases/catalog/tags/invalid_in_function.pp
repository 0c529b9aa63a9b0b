tag('a b')
