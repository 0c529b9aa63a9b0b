notice(Integer('12'), Integer('0b11', 2), String(5), Array('ab', true), Boolean('yes'), Float('1e2'), Numeric('0x10'))
