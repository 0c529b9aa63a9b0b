# spec: 004 "Arithmetic Operators": a string that is no number fails
notice(1 + 'x')
