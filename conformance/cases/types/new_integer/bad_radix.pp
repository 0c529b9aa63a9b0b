notice(Integer('12', 5))
