# call comma first
notice(, 1)
