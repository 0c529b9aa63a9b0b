notice(regsubst('a.b.c', '\.', '-'), regsubst('a.b.c', '\.', '-', 'G'), regsubst('abc', /(b)/, '[\1\0]'), regsubst(['ab', 'cb'], 'b', 'x'), regsubst('ABC', 'b', 'x', 'I'))
notice(regsubst("a\nb", 'a.b', 'x', 'M'), regsubst('abc', Regexp['b'], 'X'), regsubst('aaa', /a/, 'b', 'G'), regsubst('foo', '(?<n>o)', '<\k<n>>', 'G'), regsubst('x', 'y', 'z'))
