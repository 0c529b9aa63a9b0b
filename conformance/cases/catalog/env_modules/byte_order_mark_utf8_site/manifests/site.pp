notice(3)
