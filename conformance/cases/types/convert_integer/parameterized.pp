# spec: 000 "Integer": what is made is within the range
notice(Integer[1, 10].new('7'), Integer[0, default]('0x10'))
notice(Integer[1, 10].new('11'))
