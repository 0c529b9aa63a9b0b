notice(Integer('12x'))
