# the complement shows what is too low
notice(md5([Integer('-9223372036854775809')]))
