notice(lookup('k', Integer, 'first', 'text'))
