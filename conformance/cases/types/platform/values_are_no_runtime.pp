# spec: 000 "Ruby Object to Type Mapping": values of the language are of its own types only
[1, 1.5, 'a', {}, [], /a/, true, undef].each |$v| { notice(type($v), ' ', $v =~ Runtime) }
