# spec: 001 "Enabling escape sequences": each switch enables one sequence
notice(@(A/n), @(A/t), @(A/s), @(A/r).length, @(A/u))
a\nb\tc
|- A
a\nb\tc
|- A
a\sb\tc
|- A
a\r
|- A
\u0041\u{42}\n
|- A
