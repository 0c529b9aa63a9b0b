# only the escapes that the tag names
notice(@(A/n))
a\nb\tc\\d\$e
|-A
notice(@(A/t))
a\nb\tc\\d
|-A
notice(@(A/s$))
a\sb\$c\n
|-A
notice(@(A/r))
[\r]\n
|-A
notice(@(A/u))
\u0041\u{42}\n
|-A
