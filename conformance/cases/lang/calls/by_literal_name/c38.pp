notice(call('new', Integer, '3'))
