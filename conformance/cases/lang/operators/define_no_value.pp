# spec: 004 "List of Non-Expressions": a defined type as a value
notice(define a() { })
