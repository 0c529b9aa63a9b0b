notice(Array['x'])
