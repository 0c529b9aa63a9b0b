$zero = 0
notice(5 / $zero)
