# spec: 004 "or": evaluates the right operand only if it has to
notice(true or fail('no'), 'x' or fail('no'), undef or false)
notice(false or fail('yes'))
