# spec: 003 "Type Mismatch Dispatch": a function may say itself why arguments do not fit
notice(compare(1, 2), compare('a', 'B', false))
notice(compare(1, 'a'))
