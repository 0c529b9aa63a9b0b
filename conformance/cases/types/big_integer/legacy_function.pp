# functions of the 3.x API refuse it
notice(sprintf('%d', Integer('9223372036854775808')))
