# spec: 004 "or": the right operand need not be evaluated
notice(false and fail('no'), true or fail('no'))
notice(true and fail('yes'))
