# spec: 003 "Type Mismatch Dispatch": a function may say itself why arguments do not fit
notice(strftime('x'))
