# blanks of Unicode separate tokens, and so do carriage returns
notice(1, 2, 3,　4)
notice 5, 6
notice(7)
notice	(8)
