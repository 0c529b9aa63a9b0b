# spec: 004 "and": evaluates the right operand only if it has to
notice(false and fail('no'), undef and fail('no'), 1 and 'x')
notice(true and fail('yes'))
